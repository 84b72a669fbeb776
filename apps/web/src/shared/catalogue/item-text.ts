import type { ItemDefinition } from '@clutch/contract'
import type { Language } from '@clutch/contract/constants'

/** An item's name in a language; the game's English name if it has none. */
export function itemName(item: ItemDefinition, language: Language): string {
  return nameIn(item, language) || item.Name
}

export function itemDescription(item: ItemDefinition, language: Language): string {
  return descriptionIn(item, language) || item.Description
}

function nameIn(item: ItemDefinition, language: Language): string {
  switch (language) {
    case 'en':
      return item.Name
    case 'ru':
      return item.NameRu
    case 'zh':
      return item.NameZh
    case 'tr':
      return item.NameTr
    case 'pt':
      return item.NamePt
    case 'ja':
      return item.NameJa
  }
}

function descriptionIn(item: ItemDefinition, language: Language): string {
  switch (language) {
    case 'en':
      return item.Description
    case 'ru':
      return item.DescriptionRu
    case 'zh':
      return item.DescriptionZh
    case 'tr':
      return item.DescriptionTr
    case 'pt':
      return item.DescriptionPt
    case 'ja':
      return item.DescriptionJa
  }
}
