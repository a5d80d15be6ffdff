// A setup file of Vitest: runs before each test file.
import { cleanUpAfterFile } from "./clean-up.ts";

cleanUpAfterFile();
