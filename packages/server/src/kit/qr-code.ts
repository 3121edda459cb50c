// A text as a QR code, drawn as SVG.
// The border is part of it, so that it can be read on a dark page.
import { renderSVG } from 'uqr'

export const qrCode = (text: string): string => renderSVG(text, { ecc: 'M', border: 3, pixelSize: 4 })
