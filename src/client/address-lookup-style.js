// The markup and style of <address-lookup>. Pages can set every colour and length, and style every part.

export const TEMPLATE = `
  <label part="label" for="box"></label>
  <div part="field">
    <input part="input" id="box" type="text" role="combobox" autocomplete="off" spellcheck="false"
      autocorrect="off" autocapitalize="words" enterkeyhint="search" aria-autocomplete="list" aria-expanded="false" aria-controls="list" aria-describedby="status">
    <ul part="list" id="list" role="listbox" hidden></ul>
  </div>
  <p part="status" id="status" role="status"></p>
  <button part="manual" type="button"></button>
  <slot></slot>`

export const STYLE = `
:host {
  --_ink: var(--address-ink, CanvasText);
  --_paper: var(--address-paper, Canvas);
  --_line: var(--address-line, color-mix(in srgb, var(--_ink) 45%, var(--_paper)));
  --_accent: var(--address-accent, color-mix(in srgb, #0b8d84 60%, var(--_ink)));
  --_radius: var(--address-radius, 8px);
  display: block;
  color: var(--_ink);
  font: inherit;
}
:host(:not([open])) slot { display: none }
label { display: block; margin-block-end: .35em; font-weight: 600 }
[part=field] { position: relative }
input {
  box-sizing: border-box;
  inline-size: 100%;
  padding: .65em .8em;
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
  background: var(--_paper);
  color: inherit;
  font: inherit;
  font-size: max(16px, 1em);
}
[part=field]:has([aria-busy])::after {
  content: '';
  position: absolute;
  inset-block-start: .95em;
  inset-inline-end: .9em;
  inline-size: .85em;
  block-size: .85em;
  border: 2px solid var(--_accent);
  border-inline-end-color: transparent;
  border-radius: 50%;
  animation: turn .8s linear infinite, late .3s steps(1);
}
@keyframes turn { to { rotate: 1turn } }
@keyframes late { from { opacity: 0 } }
@media (prefers-reduced-motion) { [part=field]::after { animation-name: none, late !important } }
input:focus-visible, button:focus-visible {
  outline: 3px solid var(--_accent);
  outline-offset: 1px;
}
ul {
  position: absolute;
  z-index: 10;
  inset-inline: 0;
  max-block-size: 22em;
  margin: .3em 0 0;
  padding: .3em;
  overflow-y: auto;
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
  background: var(--_paper);
  box-shadow: 0 8px 24px rgb(0 0 0 / .18);
  list-style: none;
}
ul[hidden] { display: none }
li {
  padding: .55em .6em;
  border-radius: calc(var(--_radius) - 3px);
  cursor: pointer;
}
li:hover { background: color-mix(in srgb, var(--_accent) 10%, var(--_paper)) }
li[aria-selected=true] {
  background: color-mix(in srgb, var(--_accent) 18%, var(--_paper));
  border-inline-start: 3px solid var(--_accent);
  padding-inline-start: calc(.6em - 3px);
}
mark { background: none; color: inherit; font-weight: 700 }
p { margin: .35em 0; font-size: .92em }
p:empty { margin: 0 }
p[data-kind=count] {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
}
button {
  padding: .3em 0;
  border: 0;
  background: none;
  color: var(--_accent);
  font: inherit;
  font-size: .95em;
  text-decoration: underline;
  cursor: pointer;
}
button[hidden], :host([open]) button { display: none }
::slotted(*) { margin-block: .7em }
@media (forced-colors: active) { li[aria-selected=true] { outline: 2px solid Highlight } }
`
