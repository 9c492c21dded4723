// Why a deal that a CRM owns was lost; {system} is the CRM.
export const crm = {
  deleted: 'Deleted in {system}',
  merged: 'Merged into another deal in {system}',
  closedLost: 'Lost in {system}',
} as const;
