import { plural, t } from "@lingui/core/macro";
import { connection, retryNow } from "../api/connection.ts";
import { useStore } from "../api/store.ts";

type Props = {
  email: string;
  /** Entries of this user that are not sent yet. */
  waiting: number;
  /** Entries of other users of this phone that are not sent. */
  others: number;
};

/** User who records here, state of the connection, and number of entries that wait for it. */
export function PhoneStatus({ email, waiting, others }: Props) {
  const { isLost } = useStore(connection);
  return (
    <div className="phone-status">
      <p className="faint small">
        <bdi>{email}</bdi>
      </p>
      <p role="status" className={isLost ? "phone-offline" : "small"}>
        {isLost && `${t`No connection. Everything is kept on this phone.`} `}
        {waiting > 0 && plural(waiting, { one: "# entry waits to be sent.", other: "# entries wait to be sent." })}
        {!isLost && waiting === 0 && t`Connected.`}
      </p>
      {isLost && <button type="button" className="quiet" onClick={() => void retryNow()}>{t`Try now`}</button>}
      {others > 0 && (
        <p className="small">
          {plural(others, {
            one: "# entry of another user on this phone: sent when that user signs in here again.",
            other: "# entries of another user on this phone: sent when that user signs in here again.",
          })}
        </p>
      )}
    </div>
  );
}
