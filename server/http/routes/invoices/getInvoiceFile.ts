import { Type } from 'typebox';
import { invoicePdf } from '../../../documents/invoicePdf.ts';
import { invoiceContent, invoiceFileName } from '../../../domain/invoices/invoiceContent.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { principalIn, rowId } from '../../request.ts';

const bytes = { schema: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' }) };
const File = { description: 'The invoice as the customer gets it.', content: { 'application/pdf': bytes } };

/** decisions 2.14 */
export const getInvoiceFile: Route = (app, services) => {
  app.get(
    '/api/v1/invoices/:id/file',
    {
      config: { permission: 'invoice:read' },
      schema: {
        operationId: 'getInvoiceFile',
        summary: 'The PDF of an invoice',
        tags: ['invoices'],
        params: idParams,
        response: { ...answers({}), 200: File },
      },
    },
    async (request, reply) => {
      const content = await invoiceContent(services.store, principalIn(request).actor, rowId(request.params.id));
      const file = await invoicePdf(content);
      const name = invoiceFileName(content.number);
      reply.headers({ 'content-type': 'application/pdf', 'content-disposition': `attachment; filename="${name}"` });
      return reply.send(file);
    },
  );
};
