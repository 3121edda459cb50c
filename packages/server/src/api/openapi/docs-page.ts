// The page that shows the contract to people: its HTML, script and style. The viewer comes from its own package.
// Nothing is inline or from another site, so that the page runs under a strict content security policy.
export const docsHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stint: the API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/page.css">
</head>
<body>
<div id="contract"></div>
<noscript><p>This page needs JavaScript. The contract itself is at <a href="/openapi.json">/openapi.json</a>.</p></noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/page.js"></script>
</body>
</html>
`

/** No external validator is called, and no token is stored when the page is left. */
export const docsScript = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#contract',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
  persistAuthorization: false,
  displayRequestDuration: true,
  showExtensions: true,
  defaultModelsExpandDepth: -1,
})
`

export const docsStyle = `body { margin: 0; background: #fff; }
noscript p { padding: 2rem; font-family: sans-serif; }
`

export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
