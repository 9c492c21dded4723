/** The thread that lays a document out and writes it, one document a thread: on the main thread a long one would stall every request. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import pdfmake from 'pdfmake';

/** What crosses the border are values: what pdfmake wants as functions is made here, out of the page's look. */
const { definition, look } = workerData;
const { band, rule, tint, quiet, margin, bandHeight, footer } = look;

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts/Roboto');
const Roboto = {
  normal: join(fonts, 'Roboto-Regular.ttf'),
  bold: join(fonts, 'Roboto-Medium.ttf'),
  italics: join(fonts, 'Roboto-Italic.ttf'),
  bolditalics: join(fonts, 'Roboto-MediumItalic.ttf'),
};
pdfmake.setFonts({ Roboto });
// A document reads its fonts and nothing else: no address, no other file.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(Roboto).includes(path));

const padded = (points) => ({
  paddingTop: () => points,
  paddingBottom: () => points,
  paddingLeft: () => points,
  paddingRight: () => points,
});
pdfmake.setTableLayouts({
  /** A tinted header, thin rules, and a tinted total. */
  rows: {
    hLineWidth: (line, { table: { body } }) => (line === 0 || line === body.length ? 0 : line === body.length - 1 ? 1 : 0.5),
    vLineWidth: () => 0,
    hLineColor: (line, { table: { body } }) => (line === body.length - 1 ? band : rule),
    fillColor: (row, { table: { body } }) => (row === 0 || row === body.length - 1 ? tint : null),
    ...padded(4),
  },
  /** Tiles side by side. */
  tiles: {
    hLineWidth: () => 0,
    vLineWidth: (line, { table: { widths } }) => (line === 0 || line === widths.length ? 0 : 3),
    vLineColor: () => 'white',
    ...padded(8),
  },
});

const document = {
  ...definition,
  background: (page, { width }) => (page === 1 ? { canvas: [{ type: 'rect', x: 0, y: 0, w: width, h: bandHeight, color: band }] } : []),
  footer: (page, pages) => ({
    columns: [
      { text: footer, color: quiet },
      { text: `Page ${page} of ${pages}`, alignment: 'right', color: quiet, width: 80 },
    ],
    fontSize: 7.5,
    margin: [margin, 18, margin, 0],
  }),
};

parentPort.postMessage(await pdfmake.createPdf(document).getBuffer());
