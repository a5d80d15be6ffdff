import { PageTitle } from "../shell/page-title.tsx";
import { SecondFactors } from "./second-factors.tsx";

/** In place of every page while the user's role requires a second factor that the account does not have. */
export const RequiredFactor = () => (
  <>
    <div className="page-head">
      <PageTitle title="Add a second factor" />
    </div>
    <p>Your role requires a second factor. You can continue once you have added one.</p>
    <div className="device-cards">
      <SecondFactors />
    </div>
  </>
);
