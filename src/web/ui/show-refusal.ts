import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import type { CallProblem } from '#web/site/api.ts'

/**
 * Shows what the server refused at the fields of a form, and leads to the first of them. Answers the sentence that belongs
 * to none of them: there is one where no field is to blame.
 */
export function showRefusal<Form extends FieldValues>(
  { errors, detail }: CallProblem,
  form: Form,
  setError: UseFormSetError<Form>,
): string | undefined {
  const refused = Object.entries(errors).filter(([field]) => field in form)
  for (const [index, [field, message]] of refused.entries())
    setError(field as Path<Form>, { message }, { shouldFocus: index === 0 })
  return refused.length === 0 ? detail : undefined
}
