import { useState } from "preact/hooks";
import { api } from "./api.mjs";
import { Card, html, Outcome, useAction } from "./parts.mjs";
import { words } from "./words.mjs";

const text = words.signIn;

/** Asks for the password of the page. @param {{ onSignedIn: () => void }} props */
export function SignIn({ onSignedIn }) {
  const [password, setPassword] = useState("");
  const action = useAction();
  /** @param {Event} event */
  const signIn = (event) => {
    event.preventDefault();
    void action.run(async () => {
      await api.signIn(password);
      onSignedIn();
      return "";
    });
  };
  return html`<${Card} title=${text.title}>
    <form class="row" onSubmit=${signIn}>
      <input type="text" autocomplete="username" value="technician" hidden />
      <label for="password">${text.password}</label>
      <input
        id="password"
        type="password"
        required
        autocomplete="current-password"
        value=${password}
        onInput=${(/** @type {InputEvent} */ event) => {
          if (event.target instanceof HTMLInputElement) setPassword(event.target.value);
        }}
      />
      <button type="submit" class="main" disabled=${action.isBusy}>${text.button}</button>
    </form>
    <p class="faint">${text.hint}</p>
    <${Outcome} action=${action} />
  <//>`;
}
