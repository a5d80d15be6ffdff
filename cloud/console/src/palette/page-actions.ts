/** An action of the page: a button or link that the page shows, pressed from elsewhere. */
export type PageAction = { name: string; keys: string | undefined; run: () => void };

/** Selector of the controls in the page's head, and of all controls with a keyboard shortcut. */
const CONTROLS = "main .page-head :is(button, a), main [aria-keyshortcuts]:is(button, a)";

/** The actions of the page that is shown, in its order; the ones that cannot be pressed now are left out. */
export function readPageActions(): PageAction[] {
  const controls = [...document.querySelectorAll<HTMLElement>(CONTROLS)];
  const actions = controls
    .filter((control) => !control.matches(":disabled, [aria-disabled=true]") && control.checkVisibility())
    .map((control) => ({
      name: (control.getAttribute("aria-label") ?? control.textContent).trim(),
      keys: control.getAttribute("aria-keyshortcuts") ?? undefined,
      run: () => control.click(),
    }));
  // Two controls of one name would be one choice.
  return actions.filter(({ name }, at) => name !== "" && actions.findIndex((one) => one.name === name) === at);
}
