import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { watchConnection } from "./api/connection.ts";
import { startLanguage } from "./language/language.ts";
import { startLooks } from "./ui/looks.ts";
import { createConsoleRouter } from "./router.tsx";
import { preloadPages } from "./ui/lazy-page.ts";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/frame.css";
import "./styles/parts.css";
import "./styles/pages.css";
import "./styles/pictures.css";
import "./styles/drawing.css";
import "./styles/palette.css";
import "./styles/actions.css";
import "./styles/escalations.css";
import "./styles/explore.css";
import "./styles/today.css";
import "./styles/review.css";
import "./styles/shifts.css";
import "./styles/cameras.css";
import "./styles/phone.css";
import "./styles/report.css";
import "./styles/passages.css";
import "./styles/admin.css";
import "./styles/rules.css";
import "./styles/manifests.css";

/** Time in ms after which the scripts of the pages that are not shown are loaded. */
const PRELOAD_AFTER_MS = 3_000;

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root");
const router = createConsoleRouter();
startLooks();
watchConnection();
void startLanguage().then(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={router.options.context.queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
window.setTimeout(() => void preloadPages(), PRELOAD_AFTER_MS);
