import { t } from "@lingui/core/macro";

/** Every setting in words; a number ends its sentence. */
const goodsLabels = (): Record<string, string> => ({
  "goods.models": t`Models with measured errors`,
  "goods.otherModels.recall": t`Any other model detects, of the visible objects,`,
  "goods.otherModels.misnamedShare": t`Any other model gives the wrong class to`,
  "goods.otherModels.misnamedByClass": t`Classes that other models misname more or less often`,
  "goods.otherModels.classes": t`Classes that any other model names; empty: as many as the category map`,
  "goods.otherModels.straysPerPicture": t`Any other model detects objects where none is,`,
  "goods.wholeObjects": t`Classes that are goods of their own, not packages`,
  "goods.wholeObjectAreaShare": t`Such goods are more than information from this share of the picture on:`,
  "goods.undeclaredPackages.warningChance": t`Undeclared packages are a warning if honest loads look like this in less than`,
  "goods.undeclaredPackages.criticalChance": t`Undeclared packages are critical if honest loads look like this in less than`,
  "goods.undeclaredWholeObjects.warningChance": t`Undeclared goods of their own are a warning if honest loads look like this in less than`,
  "goods.undeclaredWholeObjects.criticalChance": t`Undeclared goods of their own are critical if honest loads look like this in less than`,
  "goods.classPrecision": t`Detections that are right, by their share of the picture`,
  "goods.largeStrayShare": t`Of the wrong detections, this share is large:`,
  "goods.errorConfidences": t`Wrong detections that reach a confidence`,
  "goods.warningProbability": t`Undeclared objects are reported from this probability on:`,
  "goods.criticalProbability": t`Undeclared objects are critical from this probability on:`,
  "goods.criticalAreaShare": t`Critical undeclared objects take at least this share of the picture:`,
  "goods.excessWarningDeviations": t`More objects than declared are a warning from`,
  "goods.excessCriticalDeviations": t`More objects than declared are critical from`,
  "goods.excessCriticalFactor": t`A critical excess has at least, of the declared count,`,
  "goods.shortageWarningDeviations": t`Fewer objects than declared in a full X-ray view are a warning from`,
  "goods.disjointCameras": t`Cameras that see different parts of a load, by their ids: their counts add up`,
  "goods.emptyConfidence": t`A class for an empty container counts from this confidence on:`,
  "goods.dunnagePieces": t`Pallets that may stay behind in an empty container:`,
  "alerts.alerts": t`Classes that are reported whatever a manifest declares; the first row that names a class counts`,
  "alerts.declaredAs": t`Declared goods that explain an alert: it becomes one step less severe`,
  "alerts.ignoredClasses": t`Classes that stand for nothing`,
  "alerts.illegalFromConfidence": t`Illegal goods in an X-ray scan are a warning from this confidence on:`,
  "alerts.illegalCriticalConfidence": t`Illegal goods in an X-ray scan are critical from this confidence on; empty: as the service is set`,
  "alerts.defectFromConfidence": t`Defects are a warning from this confidence on:`,
});

const containerLabels = (): Record<string, string> => ({
  "weights.warningDeviation": t`Two statements of one weight may differ by`,
  "weights.criticalDeviation": t`A difference between gross weight and VGM is critical from`,
  "weights.maxPackagingShare": t`Packaging may take, of the gross weight,`,
  "weights.tareSpread": t`A tare that is not stated may differ from the typical one by`,
  "weights.minLadenKg": t`A laden container is a warning if its cargo weighs less than`,
  "weights.maxEmptyKg": t`A container declared empty is critical if its cargo weighs more than`,
  "weights.warningFactor": t`A load is a warning from this many times the greatest usual weight:`,
  "weights.criticalFactor": t`A load is critical from this many times the greatest usual weight:`,
  "weights.overloadCriticalShare": t`An overload is critical from this share above the highest rating:`,
  "weights.maxVolumeShare": t`Declared volumes may add up to this many times the container's capacity:`,
  "weights.containers": t`Weights of containers by type; the first row that fits a size-type counts`,
  "weights.packages": t`Weight of one package by its code`,
  "weights.densities": t`Weight per volume as stowed, by HS chapter; a row without chapters stands for all others`,
  "containers.reeferGroups": t`Third characters of the size-types of refrigerated containers`,
  "containers.reeferHsCodes": t`First digits of HS codes of goods that travel cooled`,
  "containers.reeferWords": t`Words for cooled goods`,
  "containers.preservedWords": t`Words for goods that need no cooling, such as dried`,
  "containers.lastFoodChapter": t`Words for cooled goods count up to HS chapter`,
  "containers.maxCoolCelsius": t`Goods of a range of temperatures travel cooled up to; empty: no range counts`,
  "containers.maxReeferCelsius": t`Goods travel cooled if their temperature is at most`,
  "containers.liquidGroups": t`Third characters of the size-types for liquid in bulk`,
  "containers.liquidPackageCodes": t`Package codes for liquid in bulk`,
  "containers.liquidWords": t`Words for liquid in bulk`,
  "containers.bulkWords": t`Words for goods in bulk, which no picture shows as objects`,
  "containers.flexitankWords": t`Words for a flexitank`,
  "containers.sealClasses": t`Classes of seals, whose text is a seal number`,
  "containers.sealFromConfidence": t`A seal that was read counts from this confidence on:`,
  "containers.sealCriticalDistance": t`A seal number is critical if it differs from the declared one in this many characters:`,
});

const otherLabels = (): Record<string, string> => ({
  "dangerousGoods.assignedUnNumbers": t`Ranges of assigned UN numbers; another number is a warning`,
  "dangerousGoods.foodstuffChapters": t`HS chapters of food and animal feed`,
  "dangerousGoods.foodstuffWords": t`Words for food and feed in lines without an HS code`,
  "dangerousGoods.smallPackageKg": t`Acids and alkalis must not share a container in packages heavier than`,
  "dangerousGoods.dangerWords": t`Words that are a warning in a description without UN number`,
  "dangerousGoods.flashPointWords": t`Words after which a flash point stands`,
  "dangerousGoods.maxFlashPointCelsius": t`Liquids are flammable up to a flash point of`,
  "dangerousGoods.dangerousHsCodes": t`First digits of HS codes of goods that are always dangerous`,
  "dangerousGoods.limitedQuantityWords": t`Words that exempt a line from segregation`,
  "dangerousGoods.placardConfidence": t`Placards that cameras see count from this confidence on:`,
  controlledGoods: t`Goods that need a permit`,
  escalationsPerDay: t`The site can work on this many escalations; empty: no limit`,
  greenSampleShare: t`Green, complete visits that are escalated at random:`,
});

const labels = (): Record<string, string> => ({ ...goodsLabels(), ...containerLabels(), ...otherLabels() });

/** Every field of a row by its name: a name has one meaning in all tables. */
const columnLabels = (): Record<string, string> => ({
  "[]": t`Cameras`,
  "[].name": t`Name`,
  "[].class": t`Class`,
  "[].takenFor": t`Taken for`,
  "[].rate": t`How often`,
  "[].value": t`Wrong class`,
  "[].recall": t`Detects`,
  "[].misnamedShare": t`Wrong class`,
  "[].misnamedByClass": t`Wrong class, by class`,
  "[].classes": t`Classes`,
  "[].straysPerPicture": t`Detections of nothing`,
  "[].fromAreaShare": t`From share of the picture`,
  "[].precision": t`Right`,
  "[].fromConfidence": t`From confidence`,
  "[].share": t`Of wrong detections`,
  "[].severity": t`Severity`,
  "[].outsideSeverity": t`Severity outside`,
  "[].hsCodes": t`HS codes`,
  "[].words": t`Words`,
  "[].permit": t`Permit`,
  "[].source": t`Source`,
  "[].lengths": t`Size-type begins with`,
  "[].groups": t`Third character`,
  "[].tareKg.min": t`Tare from`,
  "[].tareKg.max": t`Tare to`,
  "[].typicalTareKg": t`Typical tare`,
  "[].usualRatingKg": t`Usual rating`,
  "[].highestRatingKg": t`Highest rating`,
  "[].capacityM3": t`Capacity`,
  "[].packageCodes": t`Package codes`,
  "[].kg.min": t`From`,
  "[].kg.max": t`To`,
  "[].hsChapters": t`HS chapters`,
  "[].kgPerM3.min": t`From`,
  "[].kgPerM3.max": t`To`,
  "[].from": t`From`,
  "[].to": t`To`,
});

/** Returns the words of a setting or of a field in its rows; undefined where it has none. */
export const labelOf = (path: string): string | undefined => {
  const at = path.lastIndexOf("[]");
  return at === -1 ? labels()[path] : columnLabels()[path.slice(at)];
};

/** Its number is that of the service, where the page has percent, and stands beside the setting in any case. */
const VALUE = /(?<=rules\.[\w.]+), which is -?\d+(?:\.\d+)?/g;

/** Returns the service's words with each setting as the page names it. */
export const withLabels = (text: string): string =>
  text
    .replaceAll(VALUE, "")
    .replaceAll(/rules\.([A-Za-z]+(?:\.[A-Za-z]+)*)(?:\.(\d+))?/g, (found, path: string, row?: string) => {
      const label = labelOf(path);
      if (label === undefined) return found;
      return row === undefined ? `“${label}”` : t`“${label}”, row ${Number(row) + 1},`;
    });
