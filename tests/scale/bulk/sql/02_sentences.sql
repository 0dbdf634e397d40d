-- What is said: sentences of a vocabulary in which some words are frequent and most are not, as in speech.

CREATE TABLE bulk.word AS
SELECT row_number() OVER () AS number, word FROM unnest(string_to_array(
    'the a to I is and you for it of in that we my with on have be are this can not your at please hotel'
    ' room night would like from dates need one two or what which car price week best yes thanks no so'
    ' stay there arrive leave about how much do me show find book cheaper quiet center airport breakfast'
    ' parking wifi pool gym pets suite bed beds family business weekend month tomorrow today late early'
    ' check in out budget under over dollars euros between near far walk drive minutes miles station old'
    ' town harbor view garden balcony kitchen floor lift cancel change again different another other'
    ' better wrong right mean meant said before after instead also only maybe sure think want looking'
    ' driver license vehicle model year insurance quote coverage liability collision deductible accident'
    ' ticket claim history policy premium monthly yearly discount garage commute mileage owner lease'
    ' finance sedan truck van hybrid electric sport safety airbag alarm young senior student married'
    ' single address state zip code birthday name phone email receipt total tax tip date merchant card'
    ' cash currency amount line item quantity subtotal restaurant taxi office supplies ticket train'
    ' flight rental fuel toll coffee lunch dinner client meeting travel expense report approve reject'
    ' manager department project number please hello hi good morning evening afternoon great fine okay'
    ' sorry problem help question answer tell explain understand really still already never always'
    ' sometimes something nothing everything anyone someone where when why who because although however'
    ' lantern meadow willow maple cedar river bridge castle museum theater market square park church'
    ' tower gate wall island beach lake hill valley forest mountain village city street avenue lane'
    ' wheelchair crib smoking allergy vegan vegetarian gluten sauna spa massage terrace rooftop minibar'
    ' towel pillow blanket heating cooling fan window curtain desk lamp safe iron kettle fridge oven'
    ' sunrise sunset anniversary honeymoon conference wedding concert marathon festival exhibition'
    ' refund voucher loyalty invoice deposit prepaid surcharge commission exchange installment overdue'
    ' hatchback convertible minivan motorcycle trailer windshield bumper odometer transmission recall',
    ' ')) AS word;

CREATE FUNCTION bulk.sentence_of(number bigint) RETURNS text
LANGUAGE sql STABLE
RETURN (
    SELECT string_agg(word, ' ' ORDER BY place)
    FROM generate_series(1, 7 + bulk.pick(number, 'length', 8)) AS place
    -- The square of chance prefers the beginning of the list.
    JOIN bulk.word ON word.number = 1 + floor(
        bulk.chance(number * 100 + place, 'word') ^ 2 * (SELECT count(*) FROM bulk.word)
    )
);

CREATE TABLE bulk.sentence AS
SELECT number, bulk.sentence_of(number) AS text FROM generate_series(0, 19999) AS number;

ALTER TABLE bulk.sentence ADD PRIMARY KEY (number);
