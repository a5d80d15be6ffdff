import { connection, retryNow } from "../api/connection.ts";
import { useStore } from "../api/store.ts";

type Props = {
  email: string;
  /** Entries of this user that are not sent yet. */
  waiting: number;
  /** Entries of other users of this phone that are not sent. */
  others: number;
};

const counted = (count: number) => (count === 1 ? "1 entry" : `${count} entries`);

/** Who records here, whether there is a connection, and what waits for it. */
export function PhoneStatus({ email, waiting, others }: Props) {
  const { isLost } = useStore(connection);
  const verb = waiting === 1 ? "waits" : "wait";
  return (
    <div className="phone-status">
      <p className="faint small">
        <bdi>{email}</bdi>
      </p>
      <p role="status" className={isLost ? "phone-offline" : "small"}>
        {isLost && "No connection. Everything is kept on this phone. "}
        {waiting > 0 && `${counted(waiting)} ${verb} to be sent.`}
        {!isLost && waiting === 0 && "Connected."}
      </p>
      {isLost && (
        <button type="button" className="quiet" onClick={() => void retryNow()}>
          Try now
        </button>
      )}
      {others > 0 && (
        <p className="small">
          {counted(others)} of another user on this phone: sent when that user signs in here again.
        </p>
      )}
    </div>
  );
}
