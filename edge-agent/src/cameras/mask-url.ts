/**
 * The text with every credential a camera URL in it may carry replaced by `***`: user and password before the `@`, and
 * the value of query options and of parts of the path whose names sound secret. Works on text that is no valid URL,
 * and rather hides too much.
 */
export function maskUrl(text: string): string {
  return text
    .replaceAll(/\/\/[^\s"]*@/g, "//***@")
    .replaceAll(SECRET_OPTIONS, "$1***")
    .replaceAll(SECRET_SEGMENTS, "$1***");
}

const SECRET = "(?:pass|pwd|token|secret|key|auth|user|usr|login)";
const SECRET_OPTIONS = new RegExp(String.raw`([?&][^=&\s"]*${SECRET}[^=&\s"]*=)[^&\s"#]*`, "gi");
/** The rest of a path segment from its first secret on: `/user=NAME_password=SECRET_channel=1` of XMeye recorders. */
const SECRET_SEGMENTS = new RegExp(String.raw`([/;_&][^=&\s"/?;#]*${SECRET}[^=&\s"/?;#]*=)[^&\s"#?/]*`, "gi");
const SECRET_OPTION = new RegExp(`^[^=]*${SECRET}[^=]*=(.*)$`, "i");
const REFERENCE = /^\$\{[^}]*\}$/;

/**
 * An address without the credentials that `maskUrl` hides; options whose value is an environment variable, `${NAME}`,
 * stay.
 */
export function stripCredentials(url: string): string {
  const isWhole = URL.canParse(url);
  const named = isWhole ? url.replace(/^([^/]*\/\/)[^/?#]*@/, "$1") : url.replace(/\/\/[^\s"]*@/, "//");
  const [place = ""] = named.split("?");
  const hidden = place.replaceAll(SECRET_SEGMENTS, (all, start: string) => (all.includes("${") ? all : `${start}***`));
  const bare = isWhole ? hidden + named.slice(place.length) : named;
  const at = bare.indexOf("?");
  if (at < 0) return bare;
  const options = bare.slice(at + 1).split("&");
  const kept = options.filter((option) => {
    const value = SECRET_OPTION.exec(option)?.[1];
    return value === undefined || REFERENCE.test(value);
  });
  if (kept.length === options.length) return bare;
  return kept.length === 0 ? bare.slice(0, at) : `${bare.slice(0, at)}?${kept.join("&")}`;
}
