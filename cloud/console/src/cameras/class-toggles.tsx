import { t } from "@lingui/core/macro";
import { classColour } from "../ui/class-colour.ts";

type Props = {
  classes: readonly string[];
  isHidden: (className: string) => boolean;
  toggle: (className: string) => void;
};

/** Shows and hides the objects of each class, in the picture, the plot and the table. */
export function ClassToggles({ classes, isHidden, toggle }: Props) {
  if (classes.length === 0) return null;
  return (
    <div className="camera-classes" role="group" aria-label={t`Classes`}>
      {classes.map((name) => (
        <button key={name} type="button" className="quiet" aria-pressed={!isHidden(name)} onClick={() => toggle(name)}>
          <i className="dot" style={{ background: classColour(name) }} />
          {name}
        </button>
      ))}
    </div>
  );
}
