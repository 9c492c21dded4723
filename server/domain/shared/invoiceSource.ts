/** True if a connection owns the invoice: its amounts change there, not here. */
export const isFromConnection = ({ source }: Readonly<{ source: string }>): boolean => source !== 'local' && source !== 'file';
