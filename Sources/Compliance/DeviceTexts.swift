public import AccessModel

/// What a person is told of a device where the words about an app would mislead.
struct DeviceTexts {
    /// Nothing is wrong with it.
    let fine: ReasonText
    /// Nobody has heard of it for too long.
    let unseen: ReasonText
    /// Something that is asked of it is not known.
    let incomplete: ReasonText

    static func texts(_ language: TextLanguage) -> DeviceTexts {
        switch language {
        case .english: english
        case .spanish: spanish
        case .korean: korean
        case .russian: russian
        }
    }

    private static let english = DeviceTexts(
        fine: ReasonText(
            message: "This device meets everything your organisation asks for.",
            action: "There is nothing you need to do."),
        unseen: ReasonText(
            message: "This device hasn’t been in touch with your organisation’s device management for too long.",
            action: "Connect it to the internet, and open the management app if there is one."),
        incomplete: ReasonText(
            message: "Your organisation doesn’t know everything about this device that it needs to know.",
            action: "Open your organisation’s management app and let it send its report."))

    private static let spanish = DeviceTexts(
        fine: ReasonText(
            message: "Este dispositivo cumple todo lo que pide su organización.", action: "No tiene que hacer nada."),
        unseen: ReasonText(
            message:
                "Este dispositivo lleva demasiado tiempo sin comunicarse con la administración de dispositivos de su organización.",
            action: "Conéctelo a Internet y, si la tiene, abra la aplicación de administración."),
        incomplete: ReasonText(
            message: "Su organización no sabe de este dispositivo todo lo que necesita saber.",
            action: "Abra la aplicación de administración de su organización y deje que envíe su informe."))

    private static let korean = DeviceTexts(
        fine: ReasonText(message: "이 기기는 조직에서 요구하는 사항을 모두 충족합니다.", action: "따로 하실 일은 없습니다."),
        unseen: ReasonText(
            message: "이 기기가 너무 오랫동안 조직의 기기 관리에 연결되지 않았습니다.",
            action: "기기를 인터넷에 연결하고, 관리 앱이 있으면 열어 주세요."),
        incomplete: ReasonText(
            message: "이 기기에 대해 조직에 필요한 정보가 부족합니다.",
            action: "조직의 관리 앱을 열어 상태를 보내게 해 주세요."))

    private static let russian = DeviceTexts(
        fine: ReasonText(
            message: "Устройство соответствует всем требованиям вашей организации.", action: "Ничего делать не нужно."),
        unseen: ReasonText(
            message: "Устройство слишком долго не связывалось с системой управления устройствами вашей организации.",
            action: "Подключите его к интернету и откройте приложение управления, если оно есть."),
        incomplete: ReasonText(
            message: "Вашей организации не хватает сведений об этом устройстве.",
            action: "Откройте приложение управления вашей организации, чтобы оно отправило отчёт."))
}

extension ComplianceText {
    /// The text of a device's status, for its main reason if there is one.
    ///
    /// - Parameters:
    ///   - status: the device's status.
    ///   - reason: the reason; nil when there is none.
    ///   - language: the language.
    public init(ofDevice status: ComplianceStatus, reason: ReasonCode?, in language: TextLanguage) {
        let text = ComplianceText(status, reason: reason, in: language)
        let own = DeviceTexts.texts(language)
        let words: ReasonText? =
            switch (status, reason) {
            case (.compliant, nil): own.fine
            case (_, .checkInOverdue?): own.unseen
            case (_, .postureIncomplete?): own.incomplete
            default: nil
            }
        self.init(title: text.title, message: words?.message ?? text.message, action: words?.action ?? text.action)
    }
}

extension ComplianceResult {
    /// The text for this result of a device: of its first reason, or, while it is compliant, of the first thing that is to
    /// be mended.
    public func deviceText(in language: TextLanguage) -> ComplianceText {
        ComplianceText(ofDevice: status, reason: reasons.first ?? warnings.first, in: language)
    }
}
