import { download } from '../support/download.ts';

const SCALE = 2;
const EDGE_PX = 16;
const TITLE_PX = 28;
const BAR_ROW_PX = 28;
/** All style properties of a plot that stylesheets may set: an exported image has no stylesheets. */
const styleProperties = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'font-size',
  'font-family',
  'font-weight',
  'text-anchor',
  'opacity',
] as const;

const withComputedStyles = (svg: SVGSVGElement): SVGSVGElement => {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [svg, copy].map((root) => [...root.querySelectorAll<SVGElement>('*')]);
  from?.forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of styleProperties) to?.[index]?.style.setProperty(name, style.getPropertyValue(name));
  });
  copy.querySelectorAll('.chart-cursor').forEach((cursor) => {
    cursor.remove();
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return copy;
};

const loadImage = async (svg: SVGSVGElement, size: Readonly<Record<string, number>> = {}): Promise<HTMLImageElement> => {
  const copy = withComputedStyles(svg);
  for (const [name, value] of Object.entries(size)) copy.setAttribute(name, String(value));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
};

type Pen = CanvasRenderingContext2D;
/** Paints a chart's SVG, or bars with their labels and values as on the page. */
const paint = async (pen: Pen, frame: HTMLElement, width: number): Promise<void> => {
  const rows = [...frame.querySelectorAll('.chart-row')];
  const svg = frame.querySelector('svg');
  if (rows.length === 0) {
    if (svg) pen.drawImage(await loadImage(svg), EDGE_PX, EDGE_PX + TITLE_PX);
    return;
  }
  const plotWidth = width - 2 * EDGE_PX;
  for (const [index, row] of rows.entries()) {
    const y = EDGE_PX + TITLE_PX + index * BAR_ROW_PX;
    const [bar, label, value] = [row.querySelector('svg'), row.querySelector('.chart-label'), row.querySelector('.chart-value')];
    if (!bar) continue;
    pen.drawImage(await loadImage(bar, { width: plotWidth * 0.45, height: 16 }), EDGE_PX + plotWidth * 0.38, y);
    pen.fillText(label?.firstChild?.textContent ?? '', EDGE_PX, y + 13, plotWidth * 0.36);
    pen.textAlign = 'right';
    pen.fillText(value?.textContent ?? '', width - EDGE_PX, y + 13, plotWidth * 0.16);
    pen.textAlign = 'left';
  }
};

/** Saves the chart as PNG in its current colors. @returns false if the browser cannot draw it */
export const downloadPng = async (frame: HTMLElement, title: string, fileName: string): Promise<boolean> => {
  const rows = frame.querySelectorAll('.chart-row').length;
  const svg = frame.querySelector('svg');
  const { clientWidth: width } = frame;
  const canvas = document.createElement('canvas');
  const height = rows > 0 ? rows * BAR_ROW_PX : Number(svg?.getAttribute('height') ?? 0);
  [canvas.width, canvas.height] = [(width + 2 * EDGE_PX) * SCALE, (height + 2 * EDGE_PX + TITLE_PX) * SCALE];
  const pen = canvas.getContext('2d');
  if (!pen) return false;
  const { fontFamily, color } = getComputedStyle(frame);
  pen.scale(SCALE, SCALE);
  pen.fillStyle = getComputedStyle(frame.closest('.p-card') ?? document.body).backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = color;
  pen.font = `600 14px ${fontFamily}`;
  pen.fillText(title, EDGE_PX, EDGE_PX + 14);
  pen.font = `12px ${fontFamily}`;
  try {
    await paint(pen, frame, width + 2 * EDGE_PX);
  } catch {
    return false;
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) return false;
  download(fileName, blob);
  return true;
};
