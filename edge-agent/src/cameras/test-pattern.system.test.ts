import { testCameraContract } from "./camera-contract.ts";

testCameraContract("test pattern", { url: (query) => `test:pattern?width=160&height=120&fps=10&${query}` });
