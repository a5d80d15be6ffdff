import { t } from "@lingui/core/macro";
/** The first that fits names a browser: most also claim to be the ones below them. */
const BROWSERS = [
  [/Edg(?:A|iOS)?\/(\d+)/, "Edge"],
  [/(?:OPR|OPT)\/(\d+)/, "Opera"],
  [/SamsungBrowser\/(\d+)/, "Samsung Internet"],
  [/(?:Firefox|FxiOS)\/(\d+)/, "Firefox"],
  [/(?:Chrome|CriOS)\/(\d+)/, "Chrome"],
  [/Version\/(\d+).* Safari\//, "Safari"],
] as const;
const SYSTEMS = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
] as const;

/** A browser as people call it, "Firefox 140 on Linux"; any other program as it names itself. */
export function browserOf(userAgent: string | null): string {
  if (!userAgent) return t`Unknown program`;
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent));
  if (!browser) return userAgent;
  const [pattern, name] = browser;
  const system = SYSTEMS.find(([mark]) => mark.test(userAgent))?.[1];
  const called = `${name} ${pattern.exec(userAgent)?.[1]}`;
  return system ? t`${called} on ${system}` : called;
}
