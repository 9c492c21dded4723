import { OpeningPosition } from '../../../../contract/entities/openingPosition.ts';
import { readOpeningPosition } from '../../../domain/imports/openingPosition.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';

export const getOpeningPositionRoute: Route = (app, services) => {
  app.get(
    '/api/v1/imports/opening-position',
    {
      config: { permission: 'import:manage' },
      schema: {
        operationId: 'getOpeningPosition',
        summary: 'Commission paid before Quotaboard, and older unpaid invoices',
        tags: ['imports'],
        response: answers({ 200: OpeningPosition }),
      },
    },
    () => readOpeningPosition(services),
  );
};
