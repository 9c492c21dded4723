import { Type } from 'typebox';
import { Invoice } from '../../../../contract/entities/invoice.ts';
import { editInvoice } from '../../../domain/invoices/editInvoice.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answersOfChange, idParams, Version, waitingResponse } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';
import { invoiceFields } from './body.ts';

const Body = Type.Object({ ...invoiceFields, version: Version }, { additionalProperties: false });

/** decisions 2.14: changes a draft, or the due date, notes and rate of a sent invoice; a stale version is 409. */
export const putInvoiceRoute: Route = (app, services) => {
  app.put(
    '/api/v1/invoices/:id',
    {
      bodyLimit: 32 * 1024,
      config: { permission: 'invoice:write' },
      schema: {
        operationId: 'putInvoice',
        summary: 'Change an invoice',
        tags: ['invoices'],
        params: idParams,
        body: Body,
        response: answersOfChange(Invoice, { 200: Invoice, ...waitingResponse }),
      },
    },
    (request) => {
      const { version, ...body } = request.body;
      return editInvoice(services, principalIn(request), { id: rowId(request.params.id), version }, body, originOf(request));
    },
  );
};
