import { isScalar, parseDocument, visit } from "yaml";
import { maskUrl } from "../cameras/mask-url.ts";

const SECRET_KEY = /^(apiKey|password|token|secret)$/i;
const REFERENCE = /^\$\{[^}]*\}$/;
const MASK = "***";

/** The text of a configuration without its secrets, comments kept; `${NAME}` is not a secret, and stays. */
export function maskConfig(text: string): string {
  const document = parseDocument(text);
  if (document.errors.length > 0) return maskLines(text);
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(value) || !isScalar(key) || !SECRET_KEY.test(String(key.value))) return;
      if (!REFERENCE.test(String(value.value))) value.value = MASK;
    },
    Scalar(key, node) {
      if (key !== "key" && typeof node.value === "string") node.value = maskUrl(node.value);
    },
  });
  return maskUrl(document.toString({ lineWidth: 0 }));
}

/** Masks text that is not YAML line by line. */
const maskLines = (text: string) =>
  maskUrl(text).replaceAll(/((?:apiKey|password|token|secret)["']?\s*:\s*)[^,}\s].*/gi, `$1${MASK}`);
