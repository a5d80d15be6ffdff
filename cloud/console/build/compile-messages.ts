import { compileMessage } from "@lingui/message-utils/compileMessage";
import { parseSync, type Plugin, Visitor } from "vite";

/**
 * Compiles English messages with placeholders in place, as Lingui does with catalogs, so that the script needs no
 * message parser. It runs after the macros, whose descriptors it reads: `{ id, message }` and `<Trans id message />`.
 * During development and in tests, Lingui compiles them itself.
 */
export const compileMessages = (): Plugin => ({
  name: "compile-messages",
  apply: "build",
  enforce: "pre",
  transform: {
    filter: { id: /\.tsx?$/, code: "message" },
    handler(code) {
      const edits = findEdits(code);
      if (edits.length === 0) return null;
      let compiled = "";
      let end = 0;
      for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
        compiled += code.slice(end, edit.start) + edit.text;
        end = edit.end;
      }
      return { code: compiled + code.slice(end), map: null };
    },
  },
});

type Edit = { start: number; end: number; text: string };

function findEdits(code: string): Edit[] {
  const edits: Edit[] = [];
  const { program } = parseSync("messages.jsx", code);
  new Visitor({
    ObjectExpression({ properties }) {
      const named = new Map(
        properties.flatMap((one) =>
          one.type === "Property" && one.key.type === "Identifier" ? [[one.key.name, one.value] as const] : [],
        ),
      );
      const message = named.get("message");
      if (!named.has("id") || message?.type !== "Literal" || typeof message.value !== "string") return;
      const text = compiledText(message.value);
      if (text !== undefined) edits.push({ start: message.start, end: message.end, text });
    },
    JSXAttribute({ name, value }) {
      if (name.name !== "message" || !value) return;
      const literal = value.type === "JSXExpressionContainer" ? value.expression : value;
      if (literal.type !== "Literal" || typeof literal.value !== "string") return;
      const text = compiledText(literal.value);
      if (text !== undefined) edits.push({ start: value.start, end: value.end, text: `{${text}}` });
    },
  }).visit(program);
  return edits;
}

/** The compiled form of a message as script; undefined where it is the message itself. */
function compiledText(message: string): string | undefined {
  const compiled = compileMessage(message);
  const isSame = compiled.length === 1 && compiled[0] === message;
  return isSame ? undefined : JSON.stringify(compiled);
}
