import type { Manifest } from "@container-inspection/shared-schemas/manifests";
import { t } from "@lingui/core/macro";
import { ExactTime } from "../ui/exact-time.tsx";
import { valuesIn } from "./inner-values.ts";
import { fieldGroups, nameOf, readable } from "./manifest-fields.ts";

/** Parties, vessel, route, weight and papers of a manifest, with every value that the sender wrote. */
export function ManifestFacts({ manifest }: { manifest: Manifest }) {
  const { vessel, origin, destination, shipper, consignee, weight } = manifest;
  const objects: Record<string, unknown> = { vessel, origin, destination, shipper, consignee, weight };
  const stated = fieldGroups()
    .map(({ name, title }) => ({
      name,
      title,
      values: readable(valuesIn(objects[name], name)),
    }))
    .filter(({ values }) => values.length > 0);
  return (
    <>
      {stated.map(({ name, title, values }) => (
        <section key={name} className="card">
          <h2>{title}</h2>
          <dl className="facts manifest-facts">
            {values.map(([path, text]) => (
              <Fact key={path} name={nameInGroup(path, title)} text={text} />
            ))}
          </dl>
        </section>
      ))}
      <section className="card">
        <h2>{t`Papers`}</h2>
        <dl className="facts manifest-facts">
          <Fact name={t`Bill of lading`} text={manifest.billOfLading ?? "–"} />
          <Fact name={t`Container type`} text={manifest.containerType ?? "–"} />
          <Fact name={t`Container number`} text={manifest.containerNumber ?? "–"} />
          <Fact name={t`Created by`} text={manifest.createdBy.email} />
          <div className="fact">
            <dt>{t`Created`}</dt>
            <dd>
              <ExactTime at={manifest.createdAt} />
            </dd>
          </div>
          <div className="fact">
            <dt>{t`Last changed`}</dt>
            <dd>
              <ExactTime at={manifest.updatedAt} />
            </dd>
          </div>
        </dl>
      </section>
    </>
  );
}

const Fact = ({ name, text }: { name: string; text: string }) => (
  <div className="fact">
    <dt>{name}</dt>
    <dd>
      <bdi>{text}</bdi>
    </dd>
  </div>
);

/** "Shipper: city" below the heading "Shipper" is "City"; an unknown name is that of its sender. */
function nameInGroup(path: string, title: string): string {
  const name = nameOf(path);
  if (name === path) return path.split(".").slice(1).join(".");
  const short = name.slice(title.length + 2);
  return short.charAt(0).toUpperCase() + short.slice(1);
}
