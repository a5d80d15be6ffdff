import { html } from "hono/html";

/** The HTML of a mail around its content. Mail programs know little CSS, and only in attributes. */
export function mailPage(subject: string, content: ReturnType<typeof html>): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${subject}</title>
      </head>
      <body
        style="margin:0 auto;padding:16px;max-width:640px;font:15px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#ffffff"
      >
        ${content}
      </body>
    </html> `;
  if (page instanceof Promise) throw new TypeError("a part of the mail is not there yet");
  return page.toString();
}
