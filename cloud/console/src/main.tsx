import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { App } from "./app.tsx";
import { ApiError } from "./api.ts";
import "./styles/base.css";
import "./styles/parts.css";
import "./styles/pages.css";
import "./styles/escalations.css";
import "./styles/report.css";
import "./styles/admin.css";

const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: (count, error) => count < 3 && !(error instanceof ApiError && error.status < 500) },
  },
});

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <BrowserRouter basename="/app">
        <App />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
);
