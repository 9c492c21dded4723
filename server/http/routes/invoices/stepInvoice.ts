import { type TProperties, Type } from 'typebox';
import { Invoice } from '../../../../contract/entities/invoice.ts';
import { creditInvoice } from '../../../domain/invoices/creditInvoice.ts';
import { assignInvoice } from '../../../domain/invoices/editInvoice.ts';
import { cancelInvoice, sendInvoice } from '../../../domain/invoices/sendInvoice.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answersOfChange, idParams, Version, waitingResponse } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const config = { permission: 'invoice:write' } as const;
const bodyOf = <const T extends TProperties>(extra: T) => Type.Object({ version: Version, ...extra }, { additionalProperties: false });
const anyValue = (description: string) => Type.Optional(Type.Unknown({ description }));
const schemaOf = (operationId: string, summary: string) => ({ operationId, summary, tags: ['invoices'], params: idParams });
const changeResponses = { response: answersOfChange(Invoice, { 200: Invoice, ...waitingResponse }) };

const SendBody = bodyOf({ email: anyValue('where the PDF goes; empty: nowhere') });
const AssignBody = bodyOf({ salesperson_id: anyValue('the id of a user who sells') });
const CreditBody = bodyOf({
  amount: anyValue('a decimal of up to two places, at most what is left of the invoice'),
  booking_date: anyValue('a date, as YYYY-MM-DD; empty: today'),
  notes: anyValue('why, in a text of at most 2000 characters'),
});

/** decisions 2.14: draft → sent; canceled if nothing was paid or credited, credited fully or partly, assigned if it has no salesperson. */
export const stepInvoiceRoute: Route = (app, services) => {
  const target = (request: { params: { id: string }; body: { version: number } }) => ({
    id: rowId(request.params.id),
    version: request.body.version,
  });
  app.post(
    '/api/v1/invoices/:id/send',
    { config, schema: { ...schemaOf('sendInvoice', 'Send an invoice'), body: SendBody, ...changeResponses } },
    (request) => sendInvoice(services, principalIn(request), target(request), request.body.email, originOf(request)),
  );
  app.post(
    '/api/v1/invoices/:id/cancel',
    { config, schema: { ...schemaOf('cancelInvoice', 'Cancel an invoice'), body: bodyOf({}), ...changeResponses } },
    (request) => cancelInvoice(services, principalIn(request), target(request), originOf(request)),
  );
  app.post(
    '/api/v1/invoices/:id/assign',
    { config, schema: { ...schemaOf('assignInvoice', 'Credit an invoice to somebody'), body: AssignBody, ...changeResponses } },
    (request) => assignInvoice(services, principalIn(request), target(request), request.body.salesperson_id, originOf(request)),
  );
  app.post(
    '/api/v1/invoices/:id/credit-memo',
    {
      config,
      schema: {
        ...schemaOf('creditInvoice', 'Make a credit memo against an invoice'),
        body: CreditBody,
        response: answersOfChange(Invoice, { 201: Invoice, ...waitingResponse }),
      },
    },
    async (request, reply) => {
      const { version: _, ...body } = request.body;
      return reply.code(201).send(await creditInvoice(services, principalIn(request), target(request), body, originOf(request)));
    },
  );
};
