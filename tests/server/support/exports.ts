const XERO =
  'ContactName,EmailAddress,InvoiceNumber,Reference,InvoiceDate,DueDate,PlannedDate,Total,TaxTotal,InvoiceAmountPaid,InvoiceAmountDue,InventoryItemCode,Description,Quantity,UnitAmount,Discount,LineAmount,AccountCode,TaxType,TaxAmount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency,Type,Sent,Status';

/** One line: number, day, total, tax, type, state and amount paid. */
export type XeroLine = readonly [number: string, day: string, total: number, tax: number, type: string, state: string, paid?: number];

/** Xero's export of sales invoices, with one row per line. */
export const xeroExport = (...lines: readonly XeroLine[]): string =>
  [
    XERO,
    ...lines.map(
      ([number, day, total, tax, type, state, paid = 0], index) =>
        `Xero School,,${number},,${day},,,${total},${tax},${paid},0,,Line ${index},1,1,,1,200,Tax,0,Sales Rep,sam@example.test,,,USD,${type},Sent,${state}`,
    ),
  ].join('\n');
