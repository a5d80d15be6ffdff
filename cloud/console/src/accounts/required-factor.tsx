import { t } from "@lingui/core/macro";
import { PageTitle } from "../ui/page-title.tsx";
import { SecondFactors } from "./second-factors.tsx";

/** Page shown instead of every other while the user's role requires a second factor that the account does not have. */
export const RequiredFactor = () => (
  <>
    <div className="page-head">
      <PageTitle title={t`Add a second factor`} />
    </div>
    <p>{t`Your role requires a second factor. You can continue once you have added one.`}</p>
    <div className="device-cards">
      <SecondFactors />
    </div>
  </>
);
