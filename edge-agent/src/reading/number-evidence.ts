import type { FusedNumber, NumberLook } from "./fuse-looks.ts";

/** Evidence for a number, as its record keeps it and sends it to the cloud. */
export type NumberEvidence = {
  /** Undefined where no picture shows one. */
  size_type: string | undefined;
  /** Other numbers that came into question, best first. */
  candidates: { container_number: string; confidence: number }[];
  /** The most certain looks. */
  frames: {
    camera_id: string;
    captured_at: string;
    /** Number that this look alone shows; `confidence` is its certainty. */
    container_number: string;
    confidence: number;
    /** True if both networks read it. */
    is_agreed: boolean;
    /** Boxes in pixels of the picture that was read. */
    characters: { text: string; confidence: number; bbox: { x1: number; y1: number; x2: number; y2: number } }[];
  }[];
};

const MAX_CANDIDATES = 10;
const MAX_FRAMES = 5;

/** The evidence of a number. */
export function describeEvidence({ alternatives, looks, sizeType }: FusedNumber): NumberEvidence {
  return {
    size_type: sizeType ?? undefined,
    candidates: alternatives
      .slice(0, MAX_CANDIDATES)
      .map(({ text, confidence }) => ({ container_number: text, confidence: round(confidence, 4) })),
    frames: looks.slice(0, MAX_FRAMES).map(describeFrame),
  };
}

function describeFrame({ cameraId, capturedAtMs, place }: NumberLook): NumberEvidence["frames"][number] {
  const text = place.candidates[0]?.text ?? "";
  return {
    camera_id: cameraId,
    captured_at: new Date(capturedAtMs).toISOString(),
    container_number: text,
    confidence: round(place.confidence, 4),
    is_agreed: place.isAgreed,
    characters: place.characters.map(({ x, y, width, height, score }, index) => ({
      text: text[index] ?? "",
      confidence: round(score, 4),
      bbox: {
        x1: Math.round(x - width / 2),
        y1: Math.round(y - height / 2),
        x2: Math.round(x + width / 2),
        y2: Math.round(y + height / 2),
      },
    })),
  };
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));
