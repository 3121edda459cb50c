// The service worker: keeps the files of the application, so that a reload without the server shows it. It holds only
// files that are the same for everyone, never an answer of the API and never a session. The build replaces the two
// placeholders (vite.config.ts); other files with another version are another worker, which replaces this one.
const version = '__VERSION__'
const files = ['__FILES__']

const prefix = 'stint-app-'
const cacheName = `${prefix}${version}`
const page = '/app/'

self.addEventListener('install', (event) => {
  const fill = async () => {
    const cache = await caches.open(cacheName)
    await cache.addAll([page, ...files])
    await self.skipWaiting()
  }
  event.waitUntil(fill())
})

self.addEventListener('activate', (event) => {
  const takeOver = async () => {
    const names = await caches.keys()
    await Promise.all(
      names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name)),
    )
    await self.clients.claim()
  }
  event.waitUntil(takeOver())
})

/** A page always comes from the server, so that an update is seen at once; the kept one is for a missing server. */
const openPage = (request) =>
  fetch(request).catch(async (error) => {
    const kept = await caches.match(page, { cacheName })
    if (kept === undefined) throw error
    return kept
  })

/** A file under assets/ never changes, because its name has a hash of its content. */
async function openAsset(request) {
  const kept = await caches.match(request, { cacheName })
  if (kept !== undefined) return kept
  const answer = await fetch(request)
  // After a sign-out the cache is gone and is not made again.
  if (answer.status === 200 && (await caches.has(cacheName))) {
    const cache = await caches.open(cacheName)
    await cache.put(request, answer.clone())
  }
  return answer
}

/** Answers of the API, and the one that a provider of single sign-on sends the browser to. */
const isAnswer = (pathname) => pathname.startsWith('/app/api/') || pathname.startsWith('/app/oidc/')

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/app/assets/') || pathname === '/app/mark.svg') event.respondWith(openAsset(request))
  else if (request.mode === 'navigate' && pathname.startsWith(page) && !isAnswer(pathname))
    event.respondWith(openPage(request))
})
