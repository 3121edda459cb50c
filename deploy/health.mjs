// The health check of the image: asks the server in the same container whether it is ready, and exits with 0 if it is.
// The certificate is not verified, because the request never leaves the container.
import http from 'node:http'
import https from 'node:https'

const { STINT_TLS = 'auto', STINT_PORT = '8443' } = process.env
const { get } = STINT_TLS === 'off' ? http : https
const options = { host: '127.0.0.1', port: STINT_PORT, path: '/readyz', rejectUnauthorized: false, timeout: 4000 }
const request = get(options, (response) => process.exit(response.statusCode === 200 ? 0 : 1))
request.on('timeout', () => request.destroy(new Error('no answer')))
request.on('error', () => process.exit(1))
