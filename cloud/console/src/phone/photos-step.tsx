import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CameraButton } from "./camera-button.tsx";
import { PhotoThumb } from "./photo-thumb.tsx";
import type { Draft } from "./use-draft.ts";

/** Photos of the container, each with its subject. */
export function PhotosStep({ entry, change, addPhotos, removePhoto }: Draft) {
  return (
    <section className="card phone-step" aria-label={t`Photos`}>
      <h2>{t`Photos`}</h2>
      {entry.photos.length > 0 && (
        <ul className="phone-photos">
          {entry.photos.map(({ id, isSent }, index) => (
            <li key={id}>
              <PhotoThumb id={id} label={t`Photo ${index + 1}`} />
              {!isSent && (
                <button type="button" className="quiet" onClick={() => removePhoto(id)}>
                  <Trans>
                    Remove<span className="unseen"> photo {index + 1}</span>
                  </Trans>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <CameraButton label={t`Add a photo`} isMultiple take={addPhotos} />
      <label className="faint">
        {t`What they show (optional)`}
        <input
          value={entry.note}
          maxLength={1_000}
          autoComplete="off"
          onChange={({ target }) => change({ note: target.value })}
        />
      </label>
    </section>
  );
}
