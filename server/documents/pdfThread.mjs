/** The worker thread that lays out and writes one PDF: on the main thread a long one would stall every request. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { applyFonts, fontFiles } from './fonts.mjs';

/** Height in points of a title, its table header and a two-line row. */
const TITLE_ROOM = 84;

/** Builds the cells of a plain-text table here: posting thousands of styled cells would stall the sending thread. */
const tableOf = ({ widths, alignments, header, rows, total }) => {
  const row = (rowStyle) => (texts) => texts.map((text, index) => ({ text, alignment: alignments[index], ...rowStyle }));
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths,
      body: [row({ style: 'head' })(header), ...rows.map(row({})), row({ bold: true })(total)],
    },
    layout: 'rows',
  };
};

/** Only values can be posted to a thread, so the functions that pdfmake needs are built here from the page's look. */
const pdfOf = async ({ definition, look }) => {
  const { default: pdfmake } = await import('pdfmake');
  const { band, rule, tint, quiet, margin, bandHeight, footer, page: pageTemplate } = look;

  const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts/Roboto');
  const Roboto = {
    normal: join(fonts, 'Roboto-Regular.ttf'),
    bold: join(fonts, 'Roboto-Medium.ttf'),
    italics: join(fonts, 'Roboto-Italic.ttf'),
    bolditalics: join(fonts, 'Roboto-MediumItalic.ttf'),
  };
  const content = definition.content.map((item) => (item.plainTable ? tableOf(item.plainTable) : item));
  const styled = applyFonts({ footer, content });
  const otherFonts = fontFiles(styled.fonts);
  pdfmake.setFonts({ Roboto, ...otherFonts });
  const files = [Roboto, ...Object.values(otherFonts)].flatMap((font) => Object.values(font));
  // A document may read its fonts only: no URLs, no other files.
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => files.includes(path));

  const paddedLayout = (points) => ({
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
      ...paddedLayout(4),
    },
    /** Like `rows`, without a total. */
    list: {
      hLineWidth: (line, { table: { body } }) => (line === 0 || line === body.length ? 0 : 0.5),
      vLineWidth: () => 0,
      hLineColor: () => rule,
      fillColor: (row) => (row === 0 ? tint : null),
      ...paddedLayout(4),
    },
    tiles: {
      hLineWidth: () => 0,
      vLineWidth: (line, { table: { widths } }) => (line === 0 || line === widths.length ? 0 : 3),
      vLineColor: () => 'white',
      ...paddedLayout(8),
    },
  });

  const document = {
    ...definition,
    content: styled.document.content,
    // A title never stands alone at the bottom of a page: if its table does not fit, it moves to the next page too.
    pageBreakBefore: ({ style, startPosition }) =>
      style === 'section' && (1 - startPosition.verticalRatio) * startPosition.pageInnerHeight < TITLE_ROOM,
    background: (page, { width }) => (page === 1 ? { canvas: [{ type: 'rect', x: 0, y: 0, w: width, h: bandHeight, color: band }] } : []),
    footer: (page, pages) => ({
      columns: [
        { text: [styled.document.footer], color: quiet },
        { text: pageTemplate.replace('{page}', page).replace('{pages}', pages), alignment: 'right', color: quiet, width: 80 },
      ],
      fontSize: 7.5,
      margin: [margin, 18, margin, 0],
    }),
  };

  return pdfmake.createPdf(document).getBuffer();
};

parentPort.postMessage(await pdfOf(workerData));
