import { useState } from "preact/hooks";
import { api } from "./api.ts";
import { Card, html, Outcome, useAction } from "./parts.ts";
import { words } from "./words.ts";

const text = words.signIn;

/** Asks for the password of the page. */
export function SignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const [password, setPassword] = useState("");
  const action = useAction();
  const signIn = (event: Event) => {
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
        onInput=${(event: InputEvent) => {
          if (event.target instanceof HTMLInputElement) setPassword(event.target.value);
        }}
      />
      <button type="submit" class="main" disabled=${action.isBusy}>${text.button}</button>
    </form>
    <p class="faint">${text.hint}</p>
    <${Outcome} action=${action} />
  <//>`;
}
