// The company's logo in the band at the top of a document, on a white tile, because most logos are made for white paper.
import type { Column } from 'pdfmake/interfaces.js';
import { writeInThread } from './pdfInThread.ts';

export type LogoPicture = Readonly<{ mediaType: string; content: Buffer }>;
/** Points. */
const TILE_WIDTH = 76;
const MAX_PICTURE_SIZE = [68, 36] as const;

/** The first column of the band; none without a logo. */
export const logoColumns = (logo: LogoPicture | null): Column[] =>
  logo === null
    ? []
    : [
        {
          width: TILE_WIDTH,
          table: {
            widths: ['*'],
            body: [
              [
                {
                  image: `data:${logo.mediaType};base64,${logo.content.toString('base64')}`,
                  fit: [...MAX_PICTURE_SIZE],
                  alignment: 'center',
                  fillColor: 'white',
                },
              ],
            ],
          },
          layout: 'noBorders',
          margin: [0, 0, 12, 0],
        },
      ];

/** True if a document with this logo can be written. */
export const isPrintable = async (logo: LogoPicture): Promise<boolean> => {
  const look = { band: '#000000', rule: '#000000', tint: '#ffffff', quiet: '#000000', margin: 0, bandHeight: 0, footer: '', page: '' };
  const definition = { defaultStyle: { font: 'Roboto' }, content: [{ columns: logoColumns(logo) }] };
  return writeInThread({ definition, look }).then(
    () => true,
    () => false,
  );
};
