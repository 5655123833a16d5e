import {
  ImportDepartments,
  type ImportDepartmentsPorts,
  ImportUsers,
  type ImportUsersPorts,
  PreviewDepartmentImport,
  PreviewUserImport,
  type PreviewUserImportPorts,
} from '@ops-admin/core/operations';

/** Imports whole records, all or nothing (decision 9). */
export interface Imports {
  /** See `ImportDepartments`. */
  readonly departments: ImportDepartments['execute'];
  /** See `ImportUsers`. */
  readonly users: ImportUsers['execute'];
}

/** Reports what {@link Imports} would do, with their errors; nothing is written. */
export interface ImportPreview {
  /** See `PreviewDepartmentImport`. */
  readonly departments: PreviewDepartmentImport['execute'];
  /** See `PreviewUserImport`. */
  readonly users: PreviewUserImport['execute'];
}

/** {@link Imports} into a store. */
export function importsInto(parts: ImportDepartmentsPorts & ImportUsersPorts): Imports {
  const importDepartments = new ImportDepartments(parts);
  const importUsers = new ImportUsers(parts);
  return {
    departments: (order) => importDepartments.execute(order),
    users: (order) => importUsers.execute(order),
  };
}

/** {@link ImportPreview} over a store. */
export function importPreviewOf(parts: PreviewUserImportPorts): ImportPreview {
  const previewDepartmentImport = new PreviewDepartmentImport(parts);
  const previewUserImport = new PreviewUserImport(parts);
  return {
    departments: (order) => previewDepartmentImport.execute(order),
    users: (order) => previewUserImport.execute(order),
  };
}
