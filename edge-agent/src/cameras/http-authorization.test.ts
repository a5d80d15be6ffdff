import { expect, test } from "vitest";
import { authorize } from "./http-authorization.ts";

// The examples of RFC 7616, section 3.9.1.
const user = { username: "Mufasa", password: "Circle of Life" };
const call = {
  method: "GET",
  path: "/dir/index.html",
  clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
};
const challenge = (algorithm: string) =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, ` +
  `nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`;

test.each([
  ["MD5", "8ca523f5e9506fed4657c9700eebdbec"],
  ["SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"],
])("a Digest challenge with %s is answered as in RFC 7616", (algorithm, response) => {
  expect(authorize(challenge(algorithm), user, call)).toContain(`response="${response}"`);
});

test("without qop the answer follows RFC 2069, which old cameras use", () => {
  const header = authorize('Digest realm="cam", nonce="1"', { username: "a", password: "b" }, call);
  expect(header).toMatch(/^Digest username="a", realm="cam", nonce="1", uri="\/dir\/index.html", response="\w{32}"$/);
});

test("Digest is preferred to Basic, in one header or in two; other schemes are not answered", () => {
  const basic = 'Basic realm="cam"';
  expect(authorize(`${basic}, ${challenge("MD5")}`, user, call)).toMatch(/^Digest /);
  expect(authorize([basic, challenge("SHA-256")], user, call)).toMatch(/^Digest /);
  expect(authorize(basic, user, call)).toBe(`Basic ${Buffer.from("Mufasa:Circle of Life").toString("base64")}`);
  expect(authorize("Negotiate", user, call)).toBeUndefined();
  expect(authorize(undefined, user, call)).toBeUndefined();
});
