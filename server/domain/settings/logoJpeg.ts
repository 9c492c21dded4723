import { type DecodedLogo, isLogoSize } from './logoPng.ts';

const START_BYTES = 2;
const SOF0 = 0xc0;
const SOF2 = 0xc2;
const HUFFMAN_TABLES = 0xc4;
const END_OF_IMAGE = 0xd9;
const SCAN_START = 0xda;
const QUANTIZATION_TABLES = 0xdb;
const RESTART_INTERVAL = 0xdd;
const APP0 = 0xe0;
const APP14 = 0xee;
const APP15 = 0xef;
const COMMENT = 0xfe;
const SAMPLE_BITS = 8;
/** Color components: gray, color, and the four inks of print. */
const COMPONENT_COUNTS = [1, 3, 4];

type Segment = Readonly<{ marker: number; data: Buffer; bytes: Buffer; scan: Buffer }>;

const isFrame = (marker: number): boolean => marker >= SOF0 && marker <= SOF2;
const isTable = (marker: number): boolean => [HUFFMAN_TABLES, QUANTIZATION_TABLES, RESTART_INTERVAL].includes(marker);
const isRemark = (marker: number): boolean => marker === COMMENT || (marker >= APP0 && marker <= APP15);
/** The segments that decide how the colors are read; all other remarks are removed. */
const isNeeded = ({ marker, data }: Segment): boolean =>
  !isRemark(marker) ||
  (marker === APP0 && data.toString('latin1', 0, 5) === 'JFIF\0') ||
  (marker === APP14 && data.toString('latin1', 0, 5) === 'Adobe');

/** The end of a scan's data: the first marker that is neither a stuffed byte nor a restart. */
const findScanEnd = (bytes: Buffer, start: number): number => {
  for (let index = start; index + 1 < bytes.length; index += 1) {
    const next = bytes[index + 1]!;
    if (bytes[index] === 0xff && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return index;
  }
  return bytes.length;
};

/** The segments before the end marker; null if one is cut off, or the end marker is missing. */
const readSegments = (bytes: Buffer): Segment[] | null => {
  const segments: Segment[] = [];
  let start = START_BYTES;
  while (start + 1 < bytes.length && bytes[start] === 0xff) {
    const marker = bytes[start + 1]!;
    if (marker === END_OF_IMAGE) return segments;
    if (marker === 0xff) {
      start += 1;
      continue;
    }
    const end = start + 4 <= bytes.length ? start + 2 + bytes.readUInt16BE(start + 2) : Number.POSITIVE_INFINITY;
    if (end > bytes.length || end < start + 4) return null;
    const scanEnd = marker === SCAN_START ? findScanEnd(bytes, end) : end;
    segments.push({
      marker,
      data: bytes.subarray(start + 4, end),
      bytes: bytes.subarray(start, scanEnd),
      scan: bytes.subarray(end, scanEnd),
    });
    start = scanEnd;
  }
  return null;
};

/** True if one frame and its tables come before scans with data; lossless and arithmetic frames are refused. */
const isDisplayable = (segments: readonly Segment[]): boolean => {
  const markers = segments.map(({ marker }) => marker);
  const frame = segments.find(({ marker }) => isFrame(marker))?.data;
  const scan = markers.indexOf(SCAN_START);
  const before = markers.slice(0, Math.max(scan, 0));
  return (
    markers.every((marker) => isFrame(marker) || isTable(marker) || isRemark(marker) || marker === SCAN_START) &&
    markers.filter(isFrame).length === 1 &&
    before.some(isFrame) &&
    before.includes(QUANTIZATION_TABLES) &&
    before.includes(HUFFMAN_TABLES) &&
    segments.every((segment) => segment.marker !== SCAN_START || segment.scan.length > 0) &&
    frame?.[0] === SAMPLE_BITS &&
    COMPONENT_COUNTS.includes(frame[5] ?? 0) &&
    frame.length === 6 + 3 * (frame[5] ?? 0)
  );
};

const sizeOf = (segments: readonly Segment[]): Pick<DecodedLogo, 'width' | 'height'> => {
  const frame = segments.find(({ marker, data }) => isFrame(marker) && data.length >= 5)?.data;
  return { height: frame?.readUInt16BE(1) ?? 0, width: frame?.readUInt16BE(3) ?? 0 };
};

/** Checks a JPEG and removes all comments and application data, except what decides its colors. */
export const readJpeg = (bytes: Buffer): DecodedLogo => {
  const segments = readSegments(bytes) ?? [];
  const size = sizeOf(segments);
  if (!isLogoSize(size) || !isDisplayable(segments)) return { ...size, content: null };
  const needed = segments.filter(isNeeded).map((segment) => segment.bytes);
  return { ...size, content: Buffer.concat([bytes.subarray(0, START_BYTES), ...needed, Buffer.from([0xff, END_OF_IMAGE])]) };
};
