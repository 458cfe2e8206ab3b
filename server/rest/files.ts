import { textAnswer } from "./answer";
import type { ApiAnswer, Exchange } from "./exchange";
import type { File, FileType } from "./file-type";

/**
 * The file that the Accept header prefers to JSON (RFC 9110, section 12.5.1); null for JSON, which is
 * also the response to a header that names nothing that there is.
 */
export function acceptedFile(
  files: readonly FileType<unknown>[],
  accept: string | null,
): FileType<unknown> | null {
  if (files.length === 0 || accept === null) return null;
  const ranges = accept.toLowerCase().split(",").map(rangeOf);
  let best = { file: null as FileType<unknown> | null, weight: weightOf(ranges, JSON_TYPE) };
  for (const file of files) {
    const weight = weightOf(ranges, file.mediaType);
    if (weight > best.weight) best = { file, weight };
  }
  return best.file;
}

const JSON_TYPE = "application/json";

type Range = { type: string; weight: number };

function rangeOf(text: string): Range {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim());
  const [, quality] = parameters.map((part) => /^q\s*=\s*(.*)$/.exec(part)).find(Boolean) ?? [];
  const weight = quality === undefined ? 1 : Number(quality);
  return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}

/** The weight of the range that names the type most exactly. */
function weightOf(ranges: readonly Range[], mediaType: string): number {
  const named = [mediaType, mediaType.replace(/\/.*/, "/*"), "*/*"];
  const found = named.flatMap((name) => ranges.find(({ type }) => type === name) ?? []);
  return found[0]?.weight ?? 0;
}

/** A file as a response. */
export function fileAnswer(
  exchange: Exchange,
  { mediaType, contentType = mediaType }: Pick<FileType<never>, "mediaType" | "contentType">,
  { name, content }: File,
): ApiAnswer {
  const answer = textAnswer(exchange, { status: 200, text: content });
  exchange.headers["content-type"] = contentType;
  exchange.headers["content-disposition"] = `attachment; filename="${name}"`;
  return answer;
}
