import type { Fields } from './openid-provider.ts'
import { DEMO_PLAYERS, type Player } from './players.ts'

/** No `form-action`: browsers apply it to the redirect that follows, which leads back to the site. */
export const PAGE_POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'"

const OPENID_FIELDS = ['ns', 'mode', 'claimed_id', 'identity', 'realm', 'return_to']

/** The page to choose a player. Works without script; with it, arrow keys move. */
export function signInPage(fields: Fields, realm: string, problem?: string): string {
  const hidden = hiddenInputs(fields)
  return page(
    'Sign in · Simulated store platform',
    `<p class="eyebrow">Simulated store platform</p>
<h1>Who are you today?</h1>
<p class="lead">Signing in to <strong>${escapeHtml(new URL(realm).host)}</strong>. Nobody here is real: choose a player, no password.</p>
${problem === undefined ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="/openid/login">
${hidden}
<ul class="players">${DEMO_PLAYERS.map(playerButton).join('\n')}</ul>
</form>
<form method="post" action="/openid/login" class="other">
${hidden}
<label for="other">Or any other Steam id</label>
<div class="row"><input id="other" name="player" inputmode="numeric" pattern="7656119[0-9]{10}" maxlength="17" placeholder="7656119…" autocomplete="off" required>
<button type="submit">Sign in</button></div>
<button type="submit" name="cancel" value="1" class="quiet" formnovalidate>Cancel and go back</button>
</form>
<script src="/openid/choose.js" defer></script>`,
  )
}

/** Shown for an invalid OpenID request. */
export function problemPage(): string {
  return page(
    'Not a sign-in request · Simulated store platform',
    `<p class="eyebrow">Simulated store platform</p><h1>Nothing to sign in to</h1>
<p class="lead">This address expects an OpenID 2.0 <code>checkid_setup</code> request whose <code>return_to</code> is inside its realm. Start from the game's site.</p>`,
  )
}

/** Moves between players with arrow keys, Home and End. */
export const CHOOSE_SCRIPT = `const buttons = [...document.querySelectorAll('.players button')]
document.addEventListener('keydown', (event) => {
  const columns = getComputedStyle(document.querySelector('.players')).gridTemplateColumns.split(' ').length
  const steps = { ArrowDown: columns, ArrowUp: -columns, ArrowRight: 1, ArrowLeft: -1 }
  if (event.target instanceof HTMLInputElement) return
  const at = buttons.indexOf(document.activeElement)
  const to = event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : event.key in steps ? at + steps[event.key] : undefined
  if (to === undefined) return
  event.preventDefault()
  buttons[Math.min(buttons.length - 1, Math.max(0, to))].focus()
})
buttons[0]?.focus()
`

function hiddenInputs(fields: Fields): string {
  return OPENID_FIELDS.map((name) => {
    const value = fields[`openid.${name}`]
    return `<input type="hidden" name="openid.${name}" value="${escapeHtml(typeof value === 'string' ? value : '')}">`
  }).join('\n')
}

function playerButton({ steamId, name, motto }: Player): string {
  const hue = Number(steamId.slice(-2)) * 47
  const initial = String.fromCodePoint(name.codePointAt(0) ?? 0)
  return `<li><button type="submit" name="player" value="${steamId}">
<span class="face" aria-hidden="true" style="--hue:${hue % 360}">${escapeHtml(initial)}</span>
<span class="who"><span class="name">${escapeHtml(name)}</span><span class="motto">${escapeHtml(motto)}</span><span class="id">${steamId}</span></span></button></li>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head><body><main>${body}</main></body></html>`
}

const STYLE = `
:root { color-scheme: dark; --ground: oklch(19% 0.02 255); --raised: oklch(24% 0.025 255); --line: oklch(33% 0.03 255);
  --text: oklch(94% 0.01 255); --soft: oklch(75% 0.02 255); --accent: oklch(78% 0.12 235); --bad: oklch(76% 0.14 25); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: radial-gradient(60rem 30rem at 50% -10rem, oklch(32% 0.06 245), transparent), var(--ground);
  color: var(--text); font: 16px/1.5 system-ui, sans-serif; display: grid; place-items: start center; padding: 48px 16px; }
main { width: min(880px, 100%); }
.eyebrow { margin: 0; color: var(--accent); font-size: 13px; letter-spacing: 0.08em; text-transform: uppercase; }
h1 { margin: 4px 0 8px; font-size: 32px; line-height: 1.2; letter-spacing: -0.02em; }
.lead { margin: 0 0 24px; color: var(--soft); } .lead strong { color: var(--text); }
.problem { border: 1px solid var(--bad); border-radius: 10px; padding: 8px 16px; color: var(--bad); }
.players { list-style: none; margin: 0 0 24px; padding: 0; display: grid; gap: 8px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 260px), 1fr)); }
button, input { font: inherit; color: inherit; border-radius: 10px; border: 1px solid var(--line); background: var(--raised); }
button { cursor: pointer; padding: 8px 16px; min-height: 44px; transition: border-color 140ms, background 140ms; }
button:hover { border-color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.players button { width: 100%; height: 100%; display: flex; gap: 12px; align-items: center; text-align: left; padding: 12px; }
.face { flex: none; width: 44px; height: 44px; border-radius: 50%; display: grid; place-items: center; font-weight: 600; font-size: 18px;
  color: oklch(20% 0.04 var(--hue)); background: linear-gradient(135deg, oklch(85% 0.12 var(--hue)), oklch(68% 0.14 calc(var(--hue) + 40))); }
.who { display: grid; min-width: 0; } .name { font-weight: 600; } .motto { color: var(--soft); font-size: 14px; line-height: 1.35; }
.id { color: var(--soft); font-size: 12px; font-variant-numeric: tabular-nums; }
.other label { display: block; color: var(--soft); margin-bottom: 4px; } .row { display: flex; gap: 8px; flex-wrap: wrap; }
.row input { flex: 1 1 220px; min-height: 44px; padding: 8px 12px; } .quiet { margin-top: 16px; background: none; border-color: transparent; color: var(--soft); }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`
