import { useSearchParams } from 'react-router'

/** What a mailed link says: the contact that it went to, and its code. Undefined where one of them is missing. */
export function useMailedLink(): { contact: string; code: string } | undefined {
  const [search] = useSearchParams()
  const contact = search.get('contact')?.trim()
  const code = search.get('code')?.trim()
  return contact && code ? { contact, code } : undefined
}
