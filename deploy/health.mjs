// The image's health check: asks the server in the same container whether it is ready, and ends with 0 when it is. Its own
// certificate is not judged, because the question never leaves the container.
import http from 'node:http'
import https from 'node:https'

const { STINT_TLS = 'auto', STINT_PORT = '8443' } = process.env
const { get } = STINT_TLS === 'off' ? http : https
const options = { host: '127.0.0.1', port: STINT_PORT, path: '/readyz', rejectUnauthorized: false, timeout: 4000 }
const asking = get(options, (answer) => process.exit(answer.statusCode === 200 ? 0 : 1))
asking.on('timeout', () => asking.destroy(new Error('no answer')))
asking.on('error', () => process.exit(1))
