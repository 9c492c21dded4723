import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

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

/** Writes a document as PDF. */
export const writePdf = (definition: TDocumentDefinitions): Promise<Buffer> => pdfmake.createPdf(definition).getBuffer();
