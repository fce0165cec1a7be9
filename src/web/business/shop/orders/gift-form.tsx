import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Order } from '#contract/shop/shop.ts'
import { shopCalls } from '#contract/shop/shop-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { siteToday } from '#web/platform/site/site-clock.ts'
import { atFormFields, useCall } from '#web/platform/site/use-call.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Choices } from '#web/platform/ui/choices.tsx'
import { Field } from '#web/platform/ui/field.tsx'
import { TextArea } from '#web/platform/ui/text-area.tsx'

/** What a gift of an order is about. */
export type OfGift = {
  readonly orderId: string
  readonly position: number
  readonly voucher: Order['vouchers'][number]
  readonly pictures: Order['giftPictures']
  readonly onChanged: () => Promise<void>
}

/** Recipient, day, message and picture of a voucher that is mailed. */
export function GiftForm(of: OfGift & { onDone: () => void }) {
  const {
    pictures,
    voucher: { gift, validUntil },
  } = of
  const { register, errors, picture, setPicture, submit, saving, cancelling } = useGift(of)
  const refusal = saving.refusal ?? cancelling.refusal
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <Field
        label={m.gift_recipient()}
        type="email"
        autoComplete="off"
        maxLength={320}
        error={errors.recipient?.message}
        {...register('recipient', { required: m.field_email_missing() })}
      />
      <Field
        label={m.gift_day()}
        hint={m.gift_day_hint()}
        type="date"
        min={siteToday()}
        max={validUntil}
        error={errors.day?.message}
        {...register('day', { required: m.field_gift_day_invalid() })}
      />
      <TextArea
        label={m.gift_message()}
        optional={m.account_optional()}
        hint={m.gift_message_hint()}
        maxLength={500}
        error={errors.message?.message}
        {...register('message')}
      />
      <PictureChoices
        pictures={pictures}
        value={picture}
        error={errors.picture?.message}
        onChange={setPicture}
      />
      {refusal ? <Alert>{refusal}</Alert> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={saving.busy}>
          {m.gift_save()}
        </Button>
        {gift ? (
          <Button variant="quiet" busy={cancelling.busy} onClick={() => cancelling.send()}>
            {m.gift_cancel()}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

/** The entered values, and the calls that store or cancel the gift. */
function useGift({
  orderId,
  position,
  voucher: { gift },
  pictures,
  onChanged,
  onDone,
}: Parameters<typeof GiftForm>[0]) {
  const values = valuesOf(gift, pictures)
  const { register, handleSubmit, setError, setValue, formState } = useForm({ defaultValues: values })
  // the form is not drawn anew by its own values
  const [picture, showPicture] = useState(values.picture)
  const setPicture = (name: string) => {
    showPicture(name)
    setValue('picture', name)
  }
  const params = { id: orderId, position: String(position) }
  const done = async () => {
    await onChanged()
    onDone()
  }
  const saving = useCall(
    ({ picture, ...typed }: typeof values) =>
      call(shopCalls.arrangeGift, { params, body: { ...typed, picture: picture === '' ? null : picture } }),
    { ...atFormFields(values, setError), onDone: done },
  )
  const cancelling = useCall(() => call(shopCalls.cancelGift, { params }), { onDone: done })
  const submit = handleSubmit(saving.send)
  return { register, errors: formState.errors, picture, setPicture, submit, saving, cancelling }
}

function valuesOf(gift: OfGift['voucher']['gift'], pictures: OfGift['pictures']) {
  const isKept = pictures.some(({ name }) => name === gift?.picture)
  return {
    recipient: gift?.recipient ?? '',
    day: gift?.day ?? siteToday(),
    message: gift?.message ?? '',
    picture: (isKept && gift?.picture) || '',
  }
}

type PictureChoicesProps = Pick<OfGift, 'pictures'> & {
  value: string
  error: string | undefined
  onChange: (name: string) => void
}

/** The pictures of gifts, if the site has any. */
function PictureChoices({ pictures, value, error, onChange }: PictureChoicesProps) {
  if (pictures.length === 0) return null
  return (
    <Choices
      label={m.gift_picture()}
      value={value}
      onChange={onChange}
      error={error}
      choices={[
        { value: '', label: m.gift_picture_none() },
        ...pictures.map(({ name, address }, at) => ({
          value: name,
          label: (
            <img
              src={address}
              alt={m.gift_picture_of({ number: at + 1 })}
              className="h-16 max-w-full rounded object-contain"
            />
          ),
        })),
      ]}
    />
  )
}
