import { createHash } from 'node:crypto'
import type { ContentItem, ContentPack, PackPicture } from '@clutch/content'
import { HIDDEN_BUNDLE_ID, type GamePicture, type ItemDefinition, type NamedTag, type Opening } from '@clutch/contract'
import { LANGUAGES, type Language } from '@clutch/contract/constants'
import { asItemId, openingShares, type Catalogue } from '@clutch/economy'

/** The catalogue in the form the API returns, with a version that changes with the content pack. */
export interface PublishedCatalogue {
  readonly items: readonly ItemDefinition[]
  readonly tags: readonly NamedTag[]
  readonly pictures: readonly GamePicture[]
  readonly version: string
}

const VERSION_LENGTH = 16

/**
 * @param catalogue the catalogue of the rules, for odds
 * @param digest hash of the whole pack; clients with another version refetch everything derived from the pack
 * @param iconUrlOf address of an icon by its game-icons name
 */
export function publishCatalogue(
  pack: ContentPack,
  catalogue: Catalogue,
  digest: string,
  iconUrlOf: (icon: string) => string,
): PublishedCatalogue {
  const ownUrls = new Map(
    pack.pictures.flatMap((picture) => (picture.of === 'items' ? [[Number(picture.id), pictureUrl(picture)]] : [])),
  )
  const iconOf = ({ id, iconUrl, icon }: ContentItem) => ownUrls.get(id) ?? iconUrl ?? iconUrlOf(icon)
  const items = pack.items
    .filter(({ id, hidden }) => id !== HIDDEN_BUNDLE_ID && !hidden)
    .map((item) => toItemDefinition(item, iconOf(item), openingsOf(catalogue, item.id)))
  const tags = Array.from(pack.tagNames, ([tag, names]) => ({ tag, names }))
  const pictures = pack.pictures.flatMap((picture): GamePicture[] =>
    picture.of === 'items' ? [] : [{ of: picture.of, id: picture.id, url: pictureUrl(picture) }],
  )
  const version = createHash('sha256')
    .update(JSON.stringify([items, tags, digest]))
    .digest('base64url')
    .slice(0, VERSION_LENGTH)
  return { items, tags, pictures, version }
}

/** Where a picture is served; changes with its content, so that it can be cached indefinitely. */
export function pictureUrl({ digest, type }: PackPicture): string {
  return `/images/${digest}.${type}`
}

/**
 * The definition with the texts of one language. Other languages are empty, except English where it is the fallback.
 */
export function inLanguage(item: ItemDefinition, language: Language): ItemDefinition {
  const texts = Object.fromEntries(
    LANGUAGES.filter((each) => each !== 'en' && each !== language).flatMap((each) => {
      const suffix = capitalise(each)
      return [`Name${suffix}`, `Description${suffix}`].map((field) => [field, ''])
    }),
  )
  const hasOwnDescription = language !== 'en' && item[`Description${capitalise(language)}`] !== ''
  return { ...item, ...texts, ...(hasOwnDescription && { Description: '' }) }
}

/** Tags with their names in one language. */
export function tagsInLanguage(tags: readonly NamedTag[], language: Language): NamedTag[] {
  return tags.map(({ tag, names }) => ({ tag, names: { [language]: names[language] } }))
}

function capitalise<Text extends string>(text: Text): Capitalize<Text> {
  return (text.charAt(0).toUpperCase() + text.slice(1)) as Capitalize<Text>
}

function openingsOf(catalogue: Catalogue, itemId: number): Opening[] {
  const shares = openingShares(catalogue, asItemId(itemId)) ?? []
  return shares.map((share) => ({
    item_id: share.itemId,
    is_nothing: share.isNothing,
    count: share.count,
    weight: share.weight,
    total_weight: share.totalWeight,
  }))
}

function toItemDefinition(item: ContentItem, iconUrl: string, openings: Opening[]): ItemDefinition {
  const { names, descriptions } = item
  return {
    Itemdefid: item.id,
    Type: item.type,
    Name: names.en,
    Description: descriptions.en,
    NameRu: names.ru,
    DescriptionRu: descriptions.ru,
    NameZh: names.zh,
    DescriptionZh: descriptions.zh,
    NameTr: names.tr,
    DescriptionTr: descriptions.tr,
    NamePt: names.pt,
    DescriptionPt: descriptions.pt,
    NameJa: names.ja,
    DescriptionJa: descriptions.ja,
    IconUrl: iconUrl,
    Tags: [...item.tags],
    CanSell: item.canSell,
    NameColor: item.nameColor,
    Bundle: item.bundle
      // The weights of a generator include that of nothing.
      .filter(({ itemId }) => item.type === 'generator' || itemId !== HIDDEN_BUNDLE_ID)
      .map(({ itemId, count }) => `${itemId}x${count}`)
      .join(';'),
    Opens: openings,
  }
}
