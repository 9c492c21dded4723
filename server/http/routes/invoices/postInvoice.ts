import { Type } from 'typebox';
import { Invoice } from '../../../../contract/entities/invoice.ts';
import { createInvoice } from '../../../domain/invoices/createInvoice.ts';
import type { Route } from '../../app.types.ts';
import { answersOfChange, IdempotencyHeaders } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';
import { invoiceFields } from './body.ts';

/** decisions 2.14: creates a draft; the same key and body return the same invoice. */
export const postInvoiceRoute: Route = (app, services) => {
  app.post(
    '/api/v1/invoices',
    {
      bodyLimit: 32 * 1024,
      config: { permission: 'invoice:write' },
      schema: {
        operationId: 'postInvoice',
        summary: 'Create a draft invoice',
        tags: ['invoices'],
        headers: IdempotencyHeaders,
        body: Type.Object(invoiceFields, { additionalProperties: false }),
        response: answersOfChange(Invoice, { 201: Invoice }),
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      return reply.code(201).send(await createInvoice(services, principalIn(request), request.body, key, originOf(request)));
    },
  );
};
