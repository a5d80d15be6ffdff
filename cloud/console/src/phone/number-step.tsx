import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { problemOf } from "../api/api-error.ts";
import { connection } from "../api/connection.ts";
import { NumberCheckChip } from "../containers/container-chips.tsx";
import { announce } from "../ui/announcer.tsx";
import { Chip } from "../ui/chip.tsx";
import { percent } from "../ui/format.ts";
import { CameraButton } from "./camera-button.tsx";
import { readNumber } from "./phone-api.ts";
import type { Draft } from "./use-draft.ts";

const later = () => t`No connection: the number is read when it is back. You can also type it.`;

/** The number of the container: read from a photo, or typed, with its check digit checked at once. */
export function NumberStep({ entry, current, change, addPhotos }: Draft) {
  const [reading, setReading] = useState<string>();
  const take = async ([picture]: readonly File[]) => {
    if (!picture) return;
    await addPhotos([picture], true);
    if (connection.get().isLost) return setReading(later());
    setReading(t`Reading the number …`);
    try {
      const { containerNumber, confidence, candidates } = await readNumber(picture);
      if (containerNumber === null) {
        const [likely] = candidates;
        return setReading(
          likely
            ? t`The number could not be read. Type it. It may be ${likely.containerNumber}.`
            : t`The number could not be read. Type it.`,
        );
      }
      // A number typed while the photo was read, or in the next entry, is kept.
      const { id, number } = current();
      if (id !== entry.id) return;
      if (number !== entry.number && number !== containerNumber)
        return setReading(t`The photo shows ${containerNumber}. Compare it.`);
      change({ number: containerNumber });
      announce(t`Number ${containerNumber}`);
      setReading(
        confidence === null
          ? t`Read from the photo. Compare it.`
          : t`Read from the photo, ${percent(confidence)} certain. Compare it.`,
      );
    } catch (error) {
      setReading(connection.get().isLost ? later() : t`${problemOf(error)} Type the number.`);
    }
  };
  const number = parseContainerNumber(entry.number);
  return (
    <section className="card phone-step" aria-label={t`Number`}>
      <h2>{t`Number`}</h2>
      <CameraButton label={t`Photograph the number`} isMain={entry.photos.length === 0} take={take} />
      <label className="faint">
        {t`Container number`}
        <input
          className="number"
          value={entry.number}
          onChange={({ target }) => change({ number: target.value.toUpperCase(), containerId: undefined })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
        />
      </label>
      <p role="status">
        {number?.check === "valid" ? <Chip tone="good">{t`check digit right`}</Chip> : null}
        {number && <NumberCheckChip check={number.check} />} {reading && <span className="faint">{reading}</span>}
      </p>
    </section>
  );
}
