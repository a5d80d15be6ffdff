import { t } from "@lingui/core/macro";
import { useState } from "react";
import { problemOf } from "../api/api-error.ts";
import { Problem } from "../ui/problem.tsx";

/** The largest picture that the service takes. */
const MAX_BYTES = 20 * 1024 * 1024;

type Props = {
  label: string;
  isMain?: boolean;
  isMultiple?: boolean;
  take: (files: readonly File[]) => Promise<void>;
};

/** A large button that opens the camera of the phone, or asks for a file where there is none. */
export function CameraButton({ label, isMain = false, isMultiple = false, take }: Props) {
  const [problem, setProblem] = useState<string>();
  const choose = async (chosen: readonly File[]) => {
    const fitting = chosen.filter(({ size }) => size <= MAX_BYTES);
    setProblem(fitting.length < chosen.length ? t`A picture has more than 20 MB, which is too much.` : undefined);
    try {
      await take(fitting);
    } catch (error) {
      setProblem(t`The phone could not keep the picture: ${problemOf(error)}`);
    }
  };
  return (
    <>
      <label className={isMain ? "phone-button" : "phone-button phone-button-quiet"}>
        {label}
        <input
          type="file"
          className="unseen"
          accept="image/jpeg,image/png,image/webp"
          capture="environment"
          multiple={isMultiple}
          onChange={({ target }) => {
            const chosen = [...(target.files ?? [])];
            // The same picture may be chosen again.
            target.value = "";
            void choose(chosen);
          }}
        />
      </label>
      <Problem text={problem} />
    </>
  );
}
